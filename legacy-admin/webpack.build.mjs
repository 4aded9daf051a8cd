import webpack from 'webpack';
import { releaseConfig } from './webpack.config.mjs';

/** `npm run build [-- --output=FOLDER]`: writes the release to `dist/`. */
const output = process.argv.find((argument) => argument.startsWith('--output='))?.slice('--output='.length);
const compiler = webpack(releaseConfig({ output }));

compiler.run((error, stats) =>
  compiler.close(() => {
    if (error) throw error;
    console.log(
      stats.toString({ preset: 'errors-warnings', colors: false }) || `Built in ${stats.endTime - stats.startTime} ms.`,
    );
    if (stats.hasErrors() || stats.hasWarnings()) process.exitCode = 1;
  }),
);
