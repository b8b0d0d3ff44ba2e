import { defineConfig } from 'vite';

/**
 * What a page needs to have SharedArrayBuffer; the built page gets the same from public/_headers.
 */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  // relative, so that the built page works from any folder of any host
  base: './',
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // the page asks for a device when it opens: without a chunk of its own that would load all
        // kernels of the GPU (180 kB)
        codeSplitting: {
          groups: [
            {
              name: 'gpu-device',
              test: /packages\/(gpu\/dist\/(device|rules)|check\/dist\/.*)\.js$/,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  // found only when a scene is opened, so that the page of `play` would load anew in the midst of
  // it
  optimizeDeps: {
    include: [
      '@wayfield/graph > pako',
      ...['flatbush', 'pbf', 'saxes'].map((name) => `@wayfield/osm > ${name}`),
      ...['delaunator', 'robust-predicates'].map(
        (name) => `@wayfield/navmesh > @wayfield/triangulation > ${name}`,
      ),
    ],
  },
  server: { headers },
  preview: { headers },
});
