import { createGpuSolver, type GpuAlgorithm } from '@wayfield/gpu';
import { customizableSolver, hierarchySolver } from './hierarchy.ts';
import type { BenchSolver } from '../../run/solvers/solver.ts';
import { wayfieldSolver } from '../../run/solvers/wayfield.ts';

/**
 * The solvers for road graphs. The plain Dijkstra comes first, because the others are compared with
 * it. `threads` above 1 adds a pool, `device` the searches on the GPU.
 */
export function roadSolvers(threads: number, device: GPUDevice | undefined): BenchSolver[] {
  return [
    wayfieldSolver('dijkstra'),
    wayfieldSolver('bidirectional'),
    wayfieldSolver('astar'),
    wayfieldSolver('alt'),
    hierarchySolver(),
    customizableSolver(),
    ...(threads > 1 ? [wayfieldSolver('astar', threads)] : []),
    ...(device ? [gpuRoadSolver(device, 'dijkstra'), gpuRoadSolver(device, 'astar')] : []),
  ];
}

/** Batches of searches on the GPU, each query with its own search unless it shares its goal. */
function gpuRoadSolver(device: GPUDevice, algorithm: GpuAlgorithm): BenchSolver {
  return {
    name: `gpu-${algorithm}`,
    group: 'wayfield',
    exact: true,
    // of two paths that cost the same but for rounding, the GPU may take the other one
    rounded: true,
    threads: 1,
    kind: 'graph',
    packages: ['@wayfield/gpu'],
    refuse: () => undefined,
    async build({ data }) {
      const solver = await createGpuSolver(device, data, { algorithm });
      return {
        get memoryBytes() {
          return solver.memoryBytes;
        },
        sharedBytes: null,
        batch: (queries) => solver.run(queries),
        destroy: () => solver.destroy(),
      };
    },
  };
}
