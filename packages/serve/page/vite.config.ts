import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // relative, so that the page works in any folder of any host
  base: './',
  build: {
    outDir: fileURLToPath(new URL('../dist/page', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // of what the page is made from: MapLibre and others
    license: { fileName: 'licenses.md' },
    // MapLibre is one file
    chunkSizeWarningLimit: 1500,
  },
  worker: { format: 'es' },
});
