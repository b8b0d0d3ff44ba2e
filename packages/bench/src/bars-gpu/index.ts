import { agents } from './agents.ts';
import { equality } from './equality.ts';
import type { GpuBar } from './gpu-bar.ts';
import { maps } from './maps.ts';
import { primitives } from './primitives.ts';
import { trees } from './trees.ts';

/** The bars of the GPU solvers, in order. */
export const GPU_BARS: readonly GpuBar[] = [agents, maps, trees, primitives, equality];
