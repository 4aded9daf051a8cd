// Loaded with `node --import` before the product. Requests to other sites over https go to FILM_PROVIDERS, a local port, so the
// nightly check of film links asks a server of the test.
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

https.request = (url, { headers, signal }) =>
  http.request({
    ...{ host: '127.0.0.1', port: process.env.FILM_PROVIDERS, path: url.pathname + url.search },
    ...{ headers, signal },
  });
syncBuiltinESMExports();
