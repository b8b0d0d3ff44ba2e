import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { untar } from './untar.ts';

/**
 * Whether this machine can run the programs of `@sparticuz/chromium`: Linux on x64. They also need
 * glibc, which is not checked.
 */
export function sparticuzRuns(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/**
 * A folder into which archives of the development dependency `@sparticuz/chromium` are unpacked,
 * once per version, in node_modules/.cache. Several processes may call this at once. Only files of
 * that package are read: none of its own code runs.
 *
 * @param label names the folder; a label must always come with the same archives
 * @param archives 'swiftshader', 'al2023' (shared libraries), 'fonts'; or 'chromium', the program
 *   itself
 */
export function unpackSparticuz(label: string, archives: readonly string[]): string {
  const home = packageFolder(createRequire(import.meta.url).resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
  const folder = join(cache, `${label}-${version}`);
  if (existsSync(folder)) return folder;

  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, `${label}-`));
  chmodSync(fresh, 0o755);
  const packed = (name: string): Uint8Array =>
    brotliDecompressSync(readFileSync(join(home, 'bin', name)));
  for (const archive of archives) {
    if (archive === 'chromium') {
      writeFileSync(join(fresh, 'chromium'), packed('chromium.br'), { mode: 0o755 });
      continue;
    }
    for (const { name, bytes } of untar(packed(`${archive}.tar.br`))) {
      mkdirSync(dirname(join(fresh, name)), { recursive: true });
      writeFileSync(join(fresh, name), bytes, { mode: 0o755 });
    }
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // another process has made the folder meanwhile, with the same files
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function packageFolder(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'bin', 'chromium.br'))) {
    if (folder === dirname(folder)) throw new Error(`no bin/chromium.br above ${file}`);
    folder = dirname(folder);
  }
  return folder;
}
