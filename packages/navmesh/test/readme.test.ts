import { existsSync, readFileSync } from 'node:fs';
import { runReadme } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const EXAMPLES = new URL('../../../docs/mesh-examples.md', import.meta.url);
const test = suite('README');

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

test('shows agents that move', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Agents that move');
});

test('shows areas, links and corridors', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Areas, links and corridors');
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

test('names files that exist under "Where to change what"', () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, table] = text.split('## Where to change what');
  const paths = [...table.matchAll(/`((?:src|assembly)\/[^`]*)`/g)].map(([, path]) => path);
  assert.ok(paths.length > 20, `${paths.length} paths`);
  const missing = paths.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)));
  assert.equal(missing, []);
});

test.run();
