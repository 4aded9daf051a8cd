import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { type GenerateSpecOptions, generateSpecs } from 'hono-openapi';
import { z } from 'zod';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { problemsByRoute } from '../../http/documented-problems.js';
import { fileOf, openapi } from '../../http/openapi.js';
import { problemName, problemResponse } from '../../http/problem-response.js';
import { PROBLEM_TITLES } from '../../http/problems.js';

const DOCUMENTATION: GenerateSpecOptions['documentation'] = {
  info: {
    title: 'Godhuli API',
    version: '1.0.0',
    description: "The API of the studio's website, portal and remotes. Errors are RFC 9457 problem details.",
  },
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'godhuli_session', description: 'Set by login' },
      deployToken: { type: 'http', scheme: 'bearer', description: 'A token for one remote, created by an admin' },
      frontDoorToken: { type: 'http', scheme: 'bearer', description: 'FRONT_DOOR_TOKEN' },
    },
    responses: Object.fromEntries(
      [...PROBLEM_TITLES.keys()].map((status) => [problemName(status), problemResponse(status)]),
    ),
  },
};

const OPTIONS: Partial<GenerateSpecOptions> = {
  documentation: DOCUMENTATION,
  excludeStaticFile: false,
  // Every error is a problem document; the library's 400 is never sent.
  defaultValidationErrorResponse: false,
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Godhuli API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body><div id="documentation"></div></body>
</html>
`;
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#documentation', deepLinking: true });\n`;
const FILES = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/**
 * The OpenAPI 3.1 document of every route, made from the schemas that validate its requests, and a page to read it (API-8).
 * Everything comes from this origin and nothing is inline, because of the content security policy. Each part is created at
 * its first request and cached: creating the document takes a hundred times as long as sending it.
 * @param api the app whose routes are documented
 * @param isPublic whether anyone may read it; otherwise only staff
 */
export function docsRoutes(api: Hono<ApiEnv>, isPublic: boolean): Hono<ApiEnv> {
  const readers = isPublic ? 'anyone' : 'staff';
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const routes = new Hono<ApiEnv>();
  const document = once(async () => JSON.stringify(await createDocument(api)));
  routes
    .get(
      '/api/openapi.json',
      access(readers),
      openapi('Documentation', 'This document', z.looseObject({ openapi: z.string() })),
      async (c) => c.body(await document(), 200, { 'content-type': 'application/json' }),
    )
    .get('/api/docs', access(readers), openapi('Documentation', 'This document as a page', fileOf('text/html')), (c) =>
      c.html(PAGE),
    )
    .get(
      '/api/docs/start.js',
      access(readers),
      openapi('Documentation', 'Starts the page', fileOf('text/javascript')),
      (c) => c.body(START, 200, { 'content-type': 'text/javascript' }),
    );
  for (const [name, type] of Object.entries(FILES)) {
    const file = once(async () => new Uint8Array(await readFile(join(folder, name))));
    routes.get(
      `/api/docs/${name}`,
      access(readers),
      openapi('Documentation', 'Part of the page', fileOf(type)),
      async (c) => c.body(await file(), 200, { 'content-type': `${type}; charset=utf-8` }),
    );
  }
  return routes;
}

/** Creates the document of every route, with the problems that its middleware declares. */
async function createDocument(api: Hono<ApiEnv>) {
  const document = await generateSpecs(api, OPTIONS);
  for (const [route, problems] of problemsByRoute(api)) {
    const [method = '', path = ''] = route.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase() as 'get'];
    if (!operation) throw new Error(`The OpenAPI document has no ${route}.`);
    const shared = [...problems].map((status) => [status, { $ref: `#/components/responses/${problemName(status)}` }]);
    operation.responses = { ...Object.fromEntries(shared), ...operation.responses };
  }
  return document;
}

/** Returns a function that calls `create` once and caches the result. After a failure it tries again. */
function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | undefined;
  return () => {
    created ??= create().catch((error) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
