// The paths that the pages for maintainers and src/shapes/touches.ts name, and numbers that stand
// in two places.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { COLUMNS, GROUP, KIND, MASK } from '../src/bodies/store-columns.ts';
import { headWgsl, PARAM_NAMES } from '../src/gpu/grid/grid.wgsl.ts';
import { CORNER_WORDS, ENCLOSING, HEAD_WORDS, poseWords, RADIUS } from '../src/oriented/layout.ts';

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

/** Numbers of the host, and where kernels state them again, as text that has one group. */
const STATED: readonly (readonly [what: string, host: number, kernels: string, text: RegExp])[] = [
  ['GROUP of store-columns.ts', GROUP, 'bodies/columns', /\bGROUP = base \+ (\d+) \* stride/],
  ['MASK of store-columns.ts', MASK, 'bodies/columns', /\bMASK = base \+ (\d+) \* stride/],
  ['KIND of store-columns.ts', KIND, 'bodies/columns', /\bKIND = base \+ (\d+) \* stride/],
  ['poseWords(2)', poseWords(2), 'oriented/layout', /\bPOSE: usize = (\d+) \* NUMBER/],
  ['poseWords(3)', poseWords(3), 'oriented/layout', /\bTURNED_POSE: usize = (\d+) \* NUMBER/],
  ['HEAD_WORDS', HEAD_WORDS, 'oriented/layout', /return record \+ (\d+) \* NUMBER/],
  ['CORNER_WORDS', CORNER_WORDS, 'oriented/layout', /\bSIDE_BYTES: usize = (\d+) \* NUMBER/],
  ['ENCLOSING', ENCLOSING, 'oriented/layout', /enclosing\(.*\n\s*return .*record, (\d+) \* NUMBER/],
];

test('kernels state the columns and layouts of the host', () => {
  for (const [what, host, kernels, stated] of STATED) {
    const file = `assembly/${kernels}.ts`;
    const [, value] = stated.exec(text(file)) ?? [];
    assert.is(Number(value), host, `${what} is ${host} in src, ${value} in ${file}`);
  }
  const columns = text('assembly/bodies/columns.ts');
  const [, details] = columns.split('bindDetails(');
  const numbers = [...details.split('\n}')[0].matchAll(/base \+ (\d+) \*/g)].map(([, n]) => +n);
  assert.is(Math.max(...numbers) + 1, COLUMNS.details, 'bindDetails and COLUMNS.details');
});

test('narrow.wgsl.ts states the layout of records', () => {
  const wgsl = text('src/oriented/narrow.wgsl.ts');
  const sides = [...wgsl.matchAll(/record \+ (\d)u \+ (\d)u \*/g)];
  const fields = [...wgsl.matchAll(/(size|radii) = records\[a\.record \+ (\d)u\]/g)];
  const where = 'src/oriented/layout.ts and src/oriented/narrow.wgsl.ts';
  assert.is(sides.length, 4);
  assert.is(fields.length, 4);
  for (const [, head, corner] of sides) {
    assert.equal([+head, +corner], [HEAD_WORDS, CORNER_WORDS], where);
  }
  for (const [, what, word] of fields) {
    assert.is(+word, what === 'size' ? ENCLOSING : RADIUS, where);
  }
});

test('PARAM_NAMES has the fields of Params in their order', () => {
  const [, struct] = headWgsl.split('struct Params {');
  const fields = [...struct.split('\n}')[0].matchAll(/(\w+): ([uf]32)/g)];
  const names = fields.map(([, name, type]) => (type === 'f32' ? `${name}Bits` : name));
  assert.equal(names, PARAM_NAMES, 'Params and PARAM_NAMES of src/gpu/grid/grid.wgsl.ts');
});

test.run();
