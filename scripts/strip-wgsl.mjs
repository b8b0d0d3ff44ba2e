// `node ../../scripts/strip-wgsl.mjs`, part of a package's build: takes the comments out of the
// WGSL in dist, which are a tenth of a bundle. A template literal counts as WGSL where a comment
// `/* wgsl */` stands in front of it. Line breaks stay, so that source maps and line numbers hold.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MARK = /\/\* wgsl \*\/\s*`/g;

/** Strips every module of a folder. */
export function stripFolder(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    const stripped = stripModule(text);
    if (stripped !== text) writeFileSync(file, stripped);
  }
}

/** A module without the comments of its WGSL templates. */
export function stripModule(text) {
  let out = '';
  let at = 0;
  for (const mark of text.matchAll(MARK)) {
    const begin = mark.index + mark[0].length;
    if (begin <= at) continue; // inside a template that is stripped already
    const [wgsl, end] = stripTemplate(text, begin);
    out += text.slice(at, begin) + wgsl;
    at = end;
  }
  return out + text.slice(at);
}

/** The text of a template without comments, and where its closing backtick is. */
function stripTemplate(text, begin) {
  let out = '';
  let i = begin;
  while (text[i] !== '`') {
    if (i >= text.length) throw new Error('a WGSL template has no end');
    if (text.startsWith('//', i)) {
      while (text[i] !== '\n' && text[i] !== '`') i += text[i] === '\\' ? 2 : 1;
      out = out.replace(/[ \t]+$/, '');
    } else if (text.startsWith('/*', i)) {
      const close = text.indexOf('*/', i) + 2;
      out += '\n'.repeat(text.slice(i, close).split('\n').length - 1);
      i = close;
    } else if (text.startsWith('${', i)) {
      const end = endOfHole(text, i + 2);
      out += stripModule(text.slice(i, end));
      i = end;
    } else if (text[i] === '\\') {
      out += text.slice(i, i + 2);
      i += 2;
    } else {
      out += text[i++];
    }
  }
  return [out, i];
}

/** One past the brace that closes a `${`, with the templates and strings inside it left out. */
function endOfHole(text, begin) {
  let depth = 1;
  for (let i = begin; i < text.length; i++) {
    const c = text[i];
    if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return i + 1;
    else if (c === '`' || c === "'" || c === '"') i = endOfString(text, i);
  }
  throw new Error('a ${ has no end');
}

/** Where the string or template that begins at `begin` ends. */
function endOfString(text, begin) {
  const quote = text[begin];
  for (let i = begin + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i;
    else if (quote === '`' && text.startsWith('${', i)) i = endOfHole(text, i + 2) - 1;
  }
  throw new Error(`a ${quote} has no end`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) stripFolder('dist');
