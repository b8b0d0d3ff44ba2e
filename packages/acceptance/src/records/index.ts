import type { Area } from '../run/area.ts';
import { onGpu } from '../run/target.ts';
import { firstBatch } from './first-batch.ts';
import { gpuPrimitives } from './gpu-primitives.ts';
import { gridPaths } from './grid-paths.ts';
import { meshPaths } from './mesh-paths.ts';
import { roadDistances } from './road-distances.ts';
import { besideRoutingKit } from './routing-kit.ts';

/** The area 'records': our figures beside those of the fastest programs known. */
export const records: Area = {
  name: 'records',
  title: 'figures of the fastest programs known',
  targets: [
    roadDistances,
    besideRoutingKit,
    gridPaths,
    onGpu(gpuPrimitives),
    meshPaths,
    firstBatch,
  ],
  packages: () => ['@wayfield/cpu-wasm', '@wayfield/gpu', '@wayfield/navmesh'],
  gpu: 'some',
};
