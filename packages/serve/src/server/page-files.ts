import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/** The built page by the paths of its files; empty where it was not built. */
export function readPageFiles(): Map<string, PageFile> {
  const folder = fileURLToPath(new URL('../page', import.meta.url));
  const files = new Map<string, PageFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const name = relative(folder, path).replaceAll('\\', '/');
    files.set(`/${name}`, { type, bytes: readFileSync(path) });
  }
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  return files;
}
