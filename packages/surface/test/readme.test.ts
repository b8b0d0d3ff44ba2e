import { runReadme } from '@wayfield/testing';
import { suite } from 'uvu';

const here = new URL('.', import.meta.url);
const test = suite('README');

test('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), here);
});

test('shows agents that move', () => {
  const examples = new URL('../../../docs/mesh-examples.md', import.meta.url);
  runReadme(examples, here, '## Agents that move');
});

test.run();
