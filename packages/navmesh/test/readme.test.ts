import { runReadme } from '@wayfield/testing';
import { suite } from 'uvu';

const test = suite('README');

test('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

test('shows paths', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Paths');
});

test('shows agents with a radius', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Agents with a radius');
});

test('shows where a disc cannot get', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Where a disc cannot get');
});

test('shows a reduction', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Reduction');
});

test('shows how searches and a reduction follow changes', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Change');
});

test('shows tables while obstacles change', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Tables while obstacles change');
});

test('shows discs while obstacles change', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Discs while obstacles change');
});

test('shows files', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Files');
});

test('shows a level', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Levels from .obj files');
});

test.run();
