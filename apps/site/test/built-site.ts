import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of the built site. */
export interface BuiltSite {
  readonly folder: string;
  /** Paths below the folder. */
  readonly files: ReadonlySet<string>;
  /** Pages by their file, without those of the playground. */
  readonly texts: ReadonlyMap<string, string>;
  /** The file that a path of the site is served from: `/which` is `which.html`. */
  fileOf(path: string): string | undefined;
}

/** Reads the built site. Undefined where it is not built, after saying so. */
export function builtSite(): BuiltSite | undefined {
  const folder = fileURLToPath(new URL('../.vitepress/dist', import.meta.url));
  if (!existsSync(join(folder, 'index.html'))) {
    console.log('skipped: the site is not built (build:site)');
    return undefined;
  }
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Set(all.map((file) => file.replaceAll('\\', '/')));
  const pages = [...files].filter((file) => file.endsWith('.html') && !file.startsWith('play/'));
  return {
    folder,
    files,
    texts: new Map(pages.map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
    fileOf(path) {
      const plain = decodeURIComponent(path).replace(/^\//, '');
      const tried = [plain, `${plain}.html`, posix.join(plain, 'index.html')];
      return tried.find((one) => files.has(one) && /\.\w+$/.test(one));
    },
  };
}
