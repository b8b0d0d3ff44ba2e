import { runReadme } from '@wayfield/testing';
import { suite } from 'uvu';

const test = suite('README');

test('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

test('shows the way from door to door', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### From door to door');
});

test('shows vehicles that queue', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../../../docs/concepts/traffic.md', import.meta.url), here, '## In Wayfield');
});

test('shows agents on the move', () => {
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Many agents');
});

test.run();
