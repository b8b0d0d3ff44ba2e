import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * A style sheet with the font `Code`, whose letters have one width, for pictures of code and of
 * terminals. The bundled browser has one font, and its letters differ in width.
 */
export function codeFont(): string {
  const file = '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2';
  const bytes = readFileSync(createRequire(import.meta.url).resolve(file));
  const source = `data:font/woff2;base64,${bytes.toString('base64')}`;
  return `@font-face { font-family: Code; src: url(${source}); }`;
}
