import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/packages.mjs';

/** A program of a page, or of a comment in the sources. */
export interface Block {
  readonly name: string;
  readonly language: 'ts' | 'tsx';
  readonly code: string;
  /** The package whose page it is on, without `@wayfield/`. */
  readonly owner: string | undefined;
}

const home = fileURLToPath(new URL('..', import.meta.url));
export const FOLDERS = ['guides', 'packages', 'docs', 'concepts', 'reference'];
/** Private packages: users do not read their comments. */
const PRIVATE = new Set(['acceptance', 'testing']);

/** Every program of the pages. */
export function blocksOfPages(): Block[] {
  const pages = FOLDERS.flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
  return [...pages, 'index.md'].flatMap(blocksOfPage);
}

function blocksOfPage(page: string): Block[] {
  const text = readFileSync(home + page, 'utf8');
  // in the reference only blocks below the heading Example are programs: others are signatures
  const pattern = page.startsWith('reference/')
    ? /^#+ Examples?\n+```(tsx?)\n([\s\S]*?)^```/gm
    : /^```(tsx?)\n([\s\S]*?)^```/gm;
  return [...text.matchAll(pattern)].map(([, language, code], i) => ({
    name: `${page} ${i + 1}`,
    language: language as 'ts' | 'tsx',
    code: code!,
    owner: /^(?:packages|reference)\/([\w-]+)/.exec(page)?.[1],
  }));
}

/** Every `@example` of the sources, by the file and the name that is documented. */
export function blocksOfSources(): Block[] {
  return readdirSync(join(root, 'packages')).flatMap((owner) => {
    const folder = join(root, 'packages', owner, 'src');
    if (PRIVATE.has(owner) || !existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .sort()
      .flatMap((file) => blocksOfSource(owner, file.replaceAll('\\', '/'), join(folder, file)));
  });
}

function blocksOfSource(owner: string, file: string, path: string): Block[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*?@example[\s\S]*?\*\//g)].flatMap((match) => {
    const [comment] = match;
    const rest = text.slice(match.index + comment.length);
    const [, documented = ''] =
      /^\s*(?:export )?(?:declare )?(?:async )?(?:function |const |interface )?(\w+)/.exec(rest) ??
      [];
    return comment
      .slice(0, -2)
      .split(/^[ \t]*\*[ \t]*@example[ \t]*\n/m)
      .slice(1)
      .map((part, i) => ({
        name: `${owner}/${file} ${documented}${i > 0 ? ` ${i + 1}` : ''}`,
        language: owner === 'react' ? ('tsx' as const) : ('ts' as const),
        code: codeOf(part),
        owner,
      }));
  });
}

/** The lines of an example, up to the next tag. */
function codeOf(part: string): string {
  const lines = part.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const end = lines.findIndex((line) => /^@\w+/.test(line));
  return `${lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trim()}\n`;
}
