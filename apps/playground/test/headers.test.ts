// Whoever serves the page, by `play` or from the built folder, gives it the headers for shared
// memory.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import config from '../vite.config.ts';
import { DIST } from './open-page.ts';

const HEADERS = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
] as const;

const test = suite('headers');
const built = (name: string): string => readFileSync(join(DIST, name), 'utf8');

test('are the same everywhere', () => {
  const { server, preview } = config as Record<string, { headers: Record<string, string> }>;
  const [all] = JSON.parse(built('vercel.json')).headers;
  for (const [key, value] of HEADERS) {
    assert.is(server.headers[key], value);
    assert.is(preview.headers[key], value);
    assert.match(built('_headers'), `/*\n`);
    assert.match(built('_headers'), `\n  ${key}: ${value}\n`);
    assert.match(built('.htaccess'), `Header set ${key} "${value}"`);
    assert.equal(
      all.headers.filter((header: { key: string }) => header.key === key),
      [{ key, value }],
    );
  }
});

test.run();
