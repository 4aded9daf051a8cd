import react from '@vitejs/plugin-react';

export default {
  root: import.meta.dirname,
  plugins: [react({ jsxImportSource: 'react' })],
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, reportCompressedSize: false },
};
