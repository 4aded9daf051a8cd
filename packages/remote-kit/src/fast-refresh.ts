import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type webpack from 'webpack';

const require = createRequire(import.meta.url);
// Its types describe the CommonJS file only.
const refreshTypeScript = require('react-refresh-typescript') as typeof import('react-refresh-typescript')['default'];

const isTypeScriptRule = (rule: unknown): rule is webpack.RuleSetRule =>
  typeof rule === 'object' && rule !== null && 'loader' in rule && /ts-loader/.test(String(rule.loader));

/**
 * Adds React Fast Refresh to the configuration of a development server: an edited component is replaced in the open page
 * and keeps its state. The TypeScript rule must use ts-loader.
 */
export function withFastRefresh(config: webpack.Configuration): webpack.Configuration {
  const rules = (config.module?.rules ?? []).map((rule) =>
    isTypeScriptRule(rule)
      ? {
          ...rule,
          options: {
            ...(rule.options as object),
            getCustomTransformers: () => ({ before: [refreshTypeScript()] }),
          },
        }
      : rule,
  );
  const sharedRuntime = {
    test: /[\\/]react-refresh[\\/]runtime\.js$/,
    loader: fileURLToPath(new URL('refresh-runtime-loader.js', import.meta.url)),
  };
  return {
    ...config,
    // Its column mappings cost most of a rebuild. `eval` is faster, and forbidden by the page's policy.
    devtool: 'cheap-module-source-map',
    module: { ...config.module, rules: [...rules, sharedRuntime] },
    plugins: [...(config.plugins ?? []), new ReactRefreshPlugin({ overlay: false })],
  };
}
