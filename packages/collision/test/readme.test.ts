import { runReadme } from '@wayfield/testing';
import { runGpuReadme } from '@wayfield/testing/gpu';
import { suite } from 'uvu';

const test = suite('README');

test('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

test('has a page on oriented shapes whose program prints what it says', () => {
  const page = new URL('../../../docs/concepts/oriented-shapes.md', import.meta.url);
  runReadme(page, new URL('.', import.meta.url), '## In Wayfield');
});

test('has a page on oriented shapes that shows agents which turn', () => {
  const page = new URL('../../../docs/concepts/oriented-shapes.md', import.meta.url);
  runReadme(page, new URL('.', import.meta.url), '### Agents that turn');
});

test('shows a program for the GPU that prints what it says', () => {
  const readme = new URL('../README.md', import.meta.url);
  runGpuReadme(readme, new URL('.', import.meta.url), '## On the GPU');
});

test.run();
