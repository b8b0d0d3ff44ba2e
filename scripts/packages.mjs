// The published packages of the workspace, for the scripts that measure and pack them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** `{ name, folder, manifest }` of every package that is not private, by name. */
export function publishedPackages() {
  const found = [];
  for (const entry of readdirSync(join(root, 'packages'), { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(root, 'packages', entry.name);
    const manifest = readManifest(folder);
    if (manifest && !manifest.private) found.push({ name: manifest.name, folder, manifest });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Every sub-path a package exports, with the file that an `import` gets: `{ './pool':
 * './dist/pool.js' }`.
 */
export function exportedFiles(manifest) {
  const files = {};
  for (const [path, target] of Object.entries(manifest.exports ?? {})) {
    // a pattern is for packages of this repository
    if (path.includes('*')) continue;
    files[path] = typeof target === 'string' ? target : (target.import ?? target).default;
  }
  return files;
}

/** Whether a file is the script of a worker, which is started by its address. */
export const isWorker = (file) => /(^|[-/])worker\.js$/.test(file);

/** What a program writes to import a sub-path. */
export function importName(name, path) {
  return path === '.' ? name : `${name}/${path.slice(2)}`;
}

function readManifest(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined; // a folder left by another branch
    throw error;
  }
}
