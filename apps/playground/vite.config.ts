import { defineConfig } from 'vite';

/** What a page needs to have SharedArrayBuffer; the built page gets the same from public/_headers. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  // relative, so that the built page works from any folder of any host
  base: './',
  build: { target: 'es2022', chunkSizeWarningLimit: 900 },
  worker: { format: 'es' },
  server: { headers },
  preview: { headers },
});
