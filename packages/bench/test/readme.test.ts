import { runReadme } from '@wayfield/testing';
import { softwareVulkanEnvironment, wantsSoftware } from '@wayfield/testing/gpu';
import { suite } from 'uvu';

const readme = suite('README');

readme('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

readme('shows how to choose a backend', () => {
  // for the process that runs the program
  if (wantsSoftware()) Object.assign(process.env, softwareVulkanEnvironment());
  const here = new URL('.', import.meta.url);
  runReadme(new URL('../README.md', import.meta.url), here, '### Choosing between CPU and GPU');
});

readme.run();
