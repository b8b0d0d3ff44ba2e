import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { runReadme } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as discs from '../src/discs.gen.ts';
import * as points from '../src/points.gen.ts';

const EXAMPLES = new URL('../../../docs/mesh-examples.md', import.meta.url);
/** The text of all pages for maintainers. */
const ARCHITECTURE = pagesForMaintainers();
const test = suite('README');

function pagesForMaintainers(): string {
  const folder = new URL('../architecture/', import.meta.url);
  const pages = readdirSync(folder).map((page) => new URL(page, folder));
  const all = [new URL('../ARCHITECTURE.md', import.meta.url), ...pages];
  return all.map((page) => readFileSync(page, 'utf8')).join('\n');
}

test('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

test('shows a triangulation that changes', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Triangulation');
});

test('shows searches on triangles', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Triangle searches');
});

test('shows paths', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Polyanya');
});

test('shows agents with a radius', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Agents with a radius');
});

test('shows where a disc cannot get', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Where a disc cannot get');
});

test('shows a reduction', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Reduction');
});

test('shows how searches and a reduction follow changes', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Changes');
});

test('shows files', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Files');
});

test('shows a level', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Levels from .obj files');
});

test('names files that exist in the pages for maintainers', () => {
  const paths = [...ARCHITECTURE.matchAll(/`((?:src|assembly)\/[^`*]*)`/g)].flatMap(([, path]) => {
    const [, folder, names] = /^(.*)\{(.*)\}\.ts$/.exec(path) ?? [];
    return names ? names.split(',').map((name) => `${folder}${name}.ts`) : [path];
  });
  assert.ok(paths.length > 200, `${paths.length} paths`);
  const isThere = (path: string): boolean => existsSync(new URL(`../${path}`, import.meta.url));
  const missing = paths.filter((path) => !path.includes('NAME') && !isThere(path));
  assert.equal(missing, []);
});

test('says in the pages for maintainers how many bytes the records of kernels have', () => {
  const records = {
    '`Entry`': points.ENTRY,
    '`Circle`': discs.ENTRY,
    '`Step`': points.STEP,
    '`DiscStep`': discs.STEP,
    '`Bottleneck`': points.BOTTLENECK,
    '`TargetBounds`': points.TARGET_BOUNDS,
    '`ReachedVertex`': points.REACHED_VERTEX,
    '`LATEST`': points.LATEST,
    '`RowLength`': discs.ROW_LENGTH,
    '`KEPT_LABELS`': discs.KEPT_LABELS,
    '`ReachedTurn`': discs.REACHED_TURN,
    '`Stride`': discs.STRIDE,
    '`PathPoint`': discs.PATH_POINT,
    '`Branch`': discs.BRANCH,
  };
  const missing = Object.entries(records)
    .map(([name, bytes]) => `${name} ${bytes}`)
    .filter((text) => !new RegExp(`${text.replaceAll('*', '\\*')}\\b`).test(ARCHITECTURE));
  assert.equal(missing, []);
});

test.run();
