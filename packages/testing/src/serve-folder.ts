import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** What a page needs to be cross-origin isolated, and so to have SharedArrayBuffer. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** A running server; `url` ends in a slash. */
export interface FolderServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the files of a folder on a free loopback port, `index.html` for the folder itself.
 * `isolated` (default false) adds the headers that give a page SharedArrayBuffer. Folders are not
 * listed, and a path outside the folder gets 404. A malformed address gets 400.
 */
export async function serveFolder(
  folder: string,
  options: { isolated?: boolean } = {},
): Promise<FolderServer> {
  const home = resolve(folder);
  const server = createServer((request, response) => {
    const pathname = pathOf(request.url);
    if (pathname === undefined) {
      response.writeHead(400).end();
      return;
    }
    const path = join(home, normalize(pathname));
    const file = path.endsWith(sep) ? join(path, 'index.html') : path;
    const inside = file.startsWith(home + sep);
    if (!inside || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(options.isolated ? ISOLATION : {}),
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', ready);
  });
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

/** The path of an address, decoded; undefined if the address is malformed or names no file. */
function pathOf(address = '/'): string | undefined {
  try {
    const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}
