// The paths that the pages for maintainers and src/shapes/touches.ts name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const root = new URL('../', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const missing = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !existsSync(new URL(path, root)));

const test = suite('where to change what');

test('the paths that the pages for maintainers name exist', () => {
  const pages = readdirSync(new URL('architecture/', root)).map((name) => `architecture/${name}`);
  const all = ['ARCHITECTURE.md', ...pages].map(text).join('\n');
  const named = [...all.matchAll(/`((?:src|assembly)\/[\w./-]+)`/g)].map(([, path]) => path);
  assert.ok(named.length > 200);
  assert.equal(missing(named), []);
});

test('the places that hold the rules of touching exist', () => {
  const [rules] = text('src/shapes/touches.ts').split('\nimport');
  const named = [...rules.matchAll(/\b([\w-]+(?:\/[\w.-]+)+\.ts)\b/g)].map(([, path]) =>
    path.startsWith('assembly/') ? path : `src/${path}`,
  );
  assert.ok(named.length > 12);
  assert.equal(missing(named), []);
});

test.run();
