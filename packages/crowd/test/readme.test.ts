import { runReadme } from '@wayfield/testing';
import { runGpuReadme } from '@wayfield/testing/gpu';
import { suite } from 'uvu';

const test = suite('README');
const readme = new URL('../README.md', import.meta.url);

test('shows a program that prints what it says', () => {
  runReadme(readme, new URL('.', import.meta.url));
});

test('its program for the GPU prints what it says', () => {
  runGpuReadme(readme, new URL('.', import.meta.url), '## On the GPU');
});

test.run();
