import { runReadme } from '@wayfield/testing';
import { suite } from 'uvu';

const test = suite('README');

test('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

const EXAMPLES = new URL('../../../docs/grid-examples.md', import.meta.url);
for (const heading of ['Points and cells', 'Line of sight and smoothing', 'Pictures']) {
  test(`shows ${heading.toLowerCase()}`, () => {
    runReadme(EXAMPLES, new URL('.', import.meta.url), `## ${heading}`);
  });
}

test.run();
