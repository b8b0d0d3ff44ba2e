// A search per agent on the GPU. Paths stay on the device, and agents advance along them there.
import { recordLaunches } from '@wayfield/bench/internal/gpu/measure/launches';
import { createGpuSolver, isSoftwareAdapter, requestDevice } from '@wayfield/gpu';
import { readBuffer } from '@wayfield/gpu-core';
import type { Grid } from '@wayfield/graph';
import { createPhaseTimer } from './phases.ts';
import type { Planner, Search } from './planner.ts';

export async function createGpuPlanner(grid: Grid, algorithm: Search): Promise<Planner> {
  const device = await requestDevice({ label: 'playground: agents', allowSoftware: true });
  const timer = createPhaseTimer(device);
  const launches = recordLaunches(device);
  const solver = await createGpuSolver(device, grid, { algorithm });
  return {
    technology: 'GPU',
    backend: isSoftwareAdapter(device) ? 'WebGPU, by a program' : 'WebGPU in a worker',
    async plan(queries) {
      const { count } = queries;
      launches.clear();
      const { value: agents, pass } = await timer.measure(async () => {
        const made = await solver.agents(queries);
        // the study reads the places of all agents back after every pass
        await readBuffer(device, made.position, new Uint32Array(count));
        return made;
      });
      const walk = {
        status: agents.status,
        step() {
          const encoder = device.createCommandEncoder({ label: 'playground: step' });
          agents.encode(encoder);
          device.queue.submit([encoder.finish()]);
        },
        cells: () => readBuffer(device, agents.position, new Uint32Array(count)),
        destroy: agents.destroy,
      };
      const launch = launches.largest();
      return { walk, pass, launch: launch && [launch.threads, launch.blocks, launch.launches] };
    },
    destroy() {
      solver.destroy();
      device.destroy();
    },
  };
}
