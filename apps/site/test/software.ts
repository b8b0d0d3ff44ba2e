import { preloading } from '../../../packages/testing/src/readme.ts';
import { softwareVulkanEnvironment, wantsSoftware } from '@wayfield/testing/gpu';

const DAWN = new URL('../../../packages/testing/src/software-dawn.ts', import.meta.url);

/** Options of Node that give a program the software driver as if it were a GPU. */
export function preloadSoftware(place: string): string[] {
  if (!wantsSoftware()) return [];
  Object.assign(process.env, softwareVulkanEnvironment());
  return preloading(place, DAWN);
}
