import { runReadme } from '@wayfield/testing';
import { runGpuReadme } from '@wayfield/testing/gpu';
import { suite } from 'uvu';

const readme = suite('README');

readme('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

readme('shows how to choose a backend', () => {
  const here = new URL('.', import.meta.url);
  runGpuReadme(new URL('../README.md', import.meta.url), here, '### Choosing between CPU and GPU');
});

readme.run();
