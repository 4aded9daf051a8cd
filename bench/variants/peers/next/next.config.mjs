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
  turbopack: {
    // The components are outside of this folder.
    root: join(import.meta.dirname, '..', '..', '..', '..'),
    rules: {
      '**/public-site/src/page/{section-link,server-parts}.tsx': {
        loaders: [join(import.meta.dirname, 'default-context.cjs')],
        as: '*.tsx',
      },
    },
  },
  // `npm run verify` checks the types of the components.
  typescript: { ignoreBuildErrors: true },
};
