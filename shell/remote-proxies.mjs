/**
 * Entries of webpack-dev-server's `proxy` that pass requests and WebSockets on to the development servers of remotes.
 * @param remotes path of each remote below the site, and the URL of its development server
 */
export const remoteProxies = (remotes) =>
  remotes.map(({ path, url }) => ({
    context: [path],
    target: url,
    pathRewrite: { [`^${path}`]: '/' },
    changeOrigin: true,
    ws: true,
    onError: answerError,
  }));

/** Without this, http-proxy-middleware 2 writes its text into an open WebSocket too, where it is a damaged frame. */
function answerError(error, request, response) {
  if (!('writeHead' in response)) return response.destroy();
  if (!response.headersSent) response.writeHead(504, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`The development server behind ${request.url} does not answer: ${error.message}`);
}
