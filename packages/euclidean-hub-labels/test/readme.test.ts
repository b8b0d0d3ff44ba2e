import { runReadme } from '@wayfield/testing';
import { suite } from 'uvu';

const README = new URL('../README.md', import.meta.url);
const test = suite('README');

test('shows a program that prints what it says', () => {
  runReadme(README, new URL('.', import.meta.url));
});

test('shows a pool', () => {
  runReadme(README, new URL('.', import.meta.url), '## On several threads');
});

test.run();
