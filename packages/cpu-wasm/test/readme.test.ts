import { runReadme } from '@wayfield/testing';
import { suite } from 'uvu';

const test = suite('README');

test('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

test('shows how to route on roads', () => {
  const readme = new URL('../README.md', import.meta.url);
  runReadme(readme, new URL('.', import.meta.url), '## Road networks');
});

test('shows how weights change', () => {
  const readme = new URL('../README.md', import.meta.url);
  runReadme(readme, new URL('.', import.meta.url), '## Weights that change');
});

test.run();
