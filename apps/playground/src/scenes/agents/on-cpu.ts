// A search per agent in WebAssembly.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import type { Grid, Routes } from '@wayfield/graph';
import type { Planner, Search, Walk } from './planner.ts';

/** With this many agents or more, threads gain more than their start costs. */
const MANY = 2000;

export async function createCpuPlanner(
  grid: Grid,
  algorithm: Search,
  agents: number,
): Promise<Planner> {
  const solver = await openSolver(grid, algorithm, agents);
  return {
    technology: 'CPU',
    backend:
      solver.threads > 1 ? `WebAssembly, ${solver.threads} threads` : 'WebAssembly in a worker',
    async plan(queries) {
      const began = performance.now();
      const routes = await solver.run(queries);
      // the searches read the agents in place, so `init` and `deInit` take no time
      const pass = { init: 0, run: performance.now() - began, deInit: 0 };
      return { walk: walkOf(routes, queries.source), pass, launch: [solver.threads] as const };
    },
    destroy: () => solver.destroy(),
  };
}

async function openSolver(grid: Grid, algorithm: Search, agents: number) {
  const isShared = typeof crossOriginIsolated !== 'undefined' && crossOriginIsolated;
  if (isShared && agents >= MANY && navigator.hardwareConcurrency > 1) {
    const { createWasmPool } = await import('@wayfield/cpu-wasm/pool');
    return createWasmPool(grid, { algorithm, threads: Math.min(8, navigator.hardwareConcurrency) });
  }
  const solver = createWasmSolver(grid, { algorithm });
  return {
    threads: 1,
    run: (queries: Parameters<typeof solver.run>[0]) => solver.run(queries),
    destroy: () => solver.destroy(),
  };
}

function walkOf({ status, firstNode, node }: Routes, source: Uint32Array): Walk {
  const cell = source.slice();
  const done = new Uint32Array(cell.length);
  return {
    status,
    step() {
      for (let agent = 0; agent < cell.length; agent++) {
        const next = firstNode[agent] + done[agent] + 1;
        if (next >= firstNode[agent + 1]) continue;
        done[agent]++;
        cell[agent] = node[next];
      }
    },
    cells: async () => cell.slice(),
    destroy() {},
  };
}
