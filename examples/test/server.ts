import { createServer } from 'vite';

/** A Vite for all examples: their packages are bundled once. `url` ends in a slash. */
export async function openServer(
  root: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: {
      host: '127.0.0.1',
      hmr: false,
      watch: null,
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
    optimizeDeps: { entries: ['*/main.js', '*/worker.js'] },
  });
  await server.listen(0);
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('Vite has no address');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
