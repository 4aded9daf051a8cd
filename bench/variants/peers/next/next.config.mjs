/** `PEER=next-static` exports files, `PEER=next-server` renders each request. */
import { join } from 'node:path';

export default {
  output: process.env.PEER === 'next-static' ? 'export' : undefined,
  distDir: `dist/${process.env.PEER}`,
  // The server in front of Next.js compresses with brotli, which Next.js does not support.
  compress: false,
  poweredByHeader: false,
  // Saves a request before the first paint.
  experimental: { inlineCss: true },
  // The components are outside of this folder.
  turbopack: { root: join(import.meta.dirname, '..', '..', '..', '..') },
  // `npm run verify` checks the types of the components.
  typescript: { ignoreBuildErrors: true },
};
