import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { remoteProxies } from './remote-proxies.mjs';
import { developmentConfig } from './webpack.config.mjs';

const PATH = '/development/shell/';

/** The scripts of the two kinds of document, as `shell.json` names them. */
export const developmentScripts = {
  routed: [{ src: `${PATH}routed.js`, integrity: '' }],
  onePage: [{ src: `${PATH}one-page.js`, integrity: '' }],
};

/**
 * Serves the site in development: the shell with Fast Refresh from memory, everything else by proxy.
 * @param options.remotes path of each remote below the site, and the URL of its development server
 * @param options.findFrontDoor resolves with the front door's URL once it accepts requests
 * @returns resolves when the shell is compiled; `reload` reloads every open page
 */
export async function serveSite({ host, port, allowedHosts, remotes, findFrontDoor }) {
  const compiler = webpack(developmentConfig(PATH));
  const server = new WebpackDevServer(
    {
      host,
      port,
      hot: true,
      static: false,
      // The caller ends this server together with the other programs.
      setupExitSignals: false,
      devMiddleware: { stats: 'errors-warnings' },
      // Compression would delay the event stream.
      compress: false,
      allowedHosts: allowedHosts.length > 0 ? allowedHosts : 'auto',
      webSocketServer: { type: 'ws', options: { path: `${PATH}ws` } },
      client: { overlay: true, webSocketURL: `auto://0.0.0.0:0${PATH}ws` },
      proxy: [
        ...remoteProxies(remotes),
        {
          context: (path) => !path.startsWith('/development/'),
          target: 'http://front-door.invalid',
          router: findFrontDoor,
        },
      ],
    },
    compiler,
  );
  const compiled = new Promise((resolve) => compiler.hooks.done.tap('serveSite', resolve));
  await server.start();
  await compiled;
  return {
    reload: () => server.sendMessage(server.webSocketServer.clients, 'static-changed'),
    close: () => server.stop(),
  };
}
