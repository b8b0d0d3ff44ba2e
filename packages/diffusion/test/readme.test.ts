import { runReadme } from '@wayfield/testing';
import { runGpuReadme } from '@wayfield/testing/gpu';
import { suite } from 'uvu';

const test = suite('README');

test('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

test('shows a tower defence', () => {
  runReadme(
    new URL('../README.md', import.meta.url),
    new URL('.', import.meta.url),
    '### `steer`, `moveAlong`, `wouldBlock`',
  );
});

test('shows a program for a GPU that prints what it says', () => {
  runGpuReadme(
    new URL('../README.md', import.meta.url),
    new URL('.', import.meta.url),
    '### `createGpuDiffusion(device, map, options?)`',
  );
});

test.run();
