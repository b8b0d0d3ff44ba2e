import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** What gives a page shared memory. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The file that an address asks for; undefined for an address that none can read. */
function nameOf(address: string): string | undefined {
  try {
    return normalize(decodeURIComponent(new URL(address, 'http://localhost').pathname));
  } catch {
    return undefined;
  }
}

/**
 * Serves the built site as static hosts do: `/which` is `which.html`, and where there is no file,
 * `404.html` is the answer. Addresses that cannot be read, as with a malformed `%`, have status
 * 400. `url` ends in a slash.
 */
export async function serveSite(
  folder: string,
  options: { readonly isolated?: boolean } = {},
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const name = nameOf(request.url ?? '/');
    if (name === undefined) {
      response.writeHead(400).end();
      return;
    }
    const path = join(folder, name);
    const found = [path, `${path}.html`, join(path, 'index.html')].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    );
    const file = found ?? join(folder, '404.html');
    response.writeHead(found ? 200 : 404, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(options.isolated ? ISOLATION : {}),
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
