import react from '@astrojs/react';
import { textStyles } from '../site/text-styles.mjs';

export default {
  root: import.meta.dirname,
  outDir: './dist',
  integrations: [react()],
  // Saves a request before the first paint.
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  vite: { plugins: [textStyles], resolve: { dedupe: ['react', 'react-dom'] }, build: { target: 'es2022' } },
};
