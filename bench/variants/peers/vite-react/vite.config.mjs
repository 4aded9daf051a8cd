import react from '@vitejs/plugin-react';
import { textStyles } from '../site/text-styles.mjs';

export default {
  root: import.meta.dirname,
  plugins: [textStyles, react({ jsxImportSource: 'react' })],
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, reportCompressedSize: false },
};
