import webpack from 'webpack';
import { remoteConfig } from './webpack.config.mjs';

/** `npm run build [-- --watch] [-- --output=FOLDER]`: writes the release to `dist/`. */
const watch = process.argv.includes('--watch');
const output = process.argv.find((word) => word.startsWith('--output='))?.slice('--output='.length);
const compiler = webpack(remoteConfig({ mode: watch ? 'development' : 'production', ...(output ? { output } : {}) }));

const report = (error, stats) => {
  if (error) throw error;
  console.log(
    stats.toString({ preset: 'errors-warnings', colors: false }) || `Built in ${stats.endTime - stats.startTime} ms.`,
  );
  if (stats.hasErrors() || stats.hasWarnings()) process.exitCode = 1;
};

if (watch) compiler.watch({}, report);
else compiler.run((error, stats) => compiler.close(() => report(error, stats)));
