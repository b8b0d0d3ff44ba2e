import { cpuSpeed } from './cpu-speed.ts';
import type { DiffusionBar } from './diffusion-bar.ts';
import { edges } from './edges.ts';
import { exact } from './exact.ts';
import { gpuSpeed } from './gpu-speed.ts';
import { tables } from './tables.ts';

/** The bars of `@wayfield/diffusion`, in order. */
export const DIFFUSION_BARS: readonly DiffusionBar[] = [tables, gpuSpeed, cpuSpeed, exact, edges];
