// Searches on a contraction hierarchy. The parts, from the outside in:
//
//   types.ts          the public interface
//   solver.ts         checks, one call at a time
//   sweep-runner.ts   sweeps in waves; sweeps.ts: the buffers and dispatches; sweep.wgsl.ts
//   lone-sweep.ts     a sweep for one source; climb.ts: its upward half; lone-sweep.wgsl.ts
//   query-runner.ts   queries in waves; queries.ts: the buffers and dispatches; query.wgsl.ts
//   table-runner.ts   tables of costs in waves; table-ends.ts: their ends; table-memory.ts: what
//                     they need on the device; table.wgsl.ts
//   upload.ts         the arcs as kernels read them; top.ts: distances between the highest ranks
import { aCount, aDevice, createTimer, makeGuarded } from '@wayfield/gpu-core/internal';
import { checkOptions } from '@wayfield/check';
import { createCallQueue } from '../call-queue.ts';
import {
  aHierarchy,
  HIERARCHY_ROWS_RULES,
  HIERARCHY_RULES,
  HIERARCHY_RUN_RULES,
  HIERARCHY_TABLE_RULES,
  SIGNAL_RULES,
  someQueries,
} from '../rules.ts';
import { checkNodes, type Queries } from '@wayfield/graph';
import { checkHierarchy, type Hierarchy } from '@wayfield/graph/hierarchy';
import { tableSizesFor } from './queries.ts';
import { checkedSources } from '../check-sources.ts';
import { createQueryRunner } from './query-runner.ts';
import { createSweepRunner } from './sweep-runner.ts';
import { checkedEnds } from './table-ends.ts';
import { createTableMemories } from './table-memory.ts';
import { tableRows } from './table-runner.ts';
import type { GpuHierarchyOptions, GpuHierarchySolver } from './types.ts';

/**
 * Many searches at once on a contraction hierarchy: distances from hundreds of sources to all nodes
 * by sweeps, and distances of millions of queries by searches of one workgroup each. Checks the
 * hierarchy; the first call of each kind uploads what it needs. The arrays of the hierarchy must
 * not change while the solver is used. The device is the caller's.
 *
 * Rejects with RangeError or TypeError for a hierarchy that is damaged and for options out of
 * range. Calls reject with RangeError for what does not fit into the device's bindings, with Error
 * where memory runs out.
 *
 * @example
 * const solver = await createGpuHierarchySolver(device, buildHierarchy(graph));
 * const { cost } = await solver.run(buildQueries([[17, 99]]));
 * console.log(cost.length); // 1
 * solver.destroy();
 */
export async function createGpuHierarchySolver(
  device: GPUDevice,
  hierarchy: Hierarchy,
  options: GpuHierarchyOptions = {},
): Promise<GpuHierarchySolver> {
  aDevice(device, 'device');
  aHierarchy(hierarchy, 'hierarchy');
  checkOptions('createGpuHierarchySolver', options, HIERARCHY_RULES);
  checkHierarchy(hierarchy);
  const { nodeCount } = hierarchy;
  const tableSizes = tableSizesFor(device.limits, options.tableSizes);
  const timer = await makeGuarded(device, 'hierarchy solver', (keep) =>
    keep(createTimer(device, options.timing ?? false)),
  );
  const calls = createCallQueue('hierarchy solver', timer);
  const sweeps = createSweepRunner(device, hierarchy, options.memoryBudget, timer, { calls });
  const memories = createTableMemories(device, nodeCount);
  const { wave } = options;
  const queryParts = { calls, sweeps, tableSizes, wave, timer };
  const queryRunner = createQueryRunner(device, hierarchy, queryParts);

  return {
    backend: 'gpu',
    get memoryBytes() {
      if (calls.destroyed) return 0;
      return sweeps.memoryBytes + queryRunner.memoryBytes + memories.bytes;
    },
    plan(sources) {
      aCount(sources, 'sources');
      return sweeps.plan(sources, true);
    },
    async runResident(sources, given = {}) {
      checkOptions('runResident', given, SIGNAL_RULES);
      const list = checkedSources(sources, nodeCount);
      return calls.run(() => sweeps.runResident(list, given.signal));
    },
    async distances(sources, runOptions = {}) {
      checkOptions('distances', runOptions, HIERARCHY_ROWS_RULES);
      const list = checkedSources(sources, nodeCount);
      return calls.run(() => sweeps.rows(list, runOptions, runOptions.reuse ?? []));
    },
    tableRows(sources, targets, runOptions = {}) {
      checkOptions('tableRows', runOptions, HIERARCHY_TABLE_RULES);
      const from = checkedEnds(sources, nodeCount, 'sources');
      const to = checkedEnds(targets, nodeCount, 'targets');
      calls.check();
      const { memoryBudget, timing = false } = options;
      const parts = { sweeps, memories, memoryBudget, timer, timing, calls };
      return tableRows(device, hierarchy, [from, to], parts, runOptions);
    },
    async run(queries, runOptions = {}) {
      checkOptions('run', runOptions, HIERARCHY_RUN_RULES);
      checkQueryEnds(queries, nodeCount);
      return calls.run(() => queryRunner.run(queries, runOptions));
    },
    destroy() {
      if (!calls.destroy()) return;
      sweeps.destroy();
      queryRunner.destroy();
      memories.destroy();
      timer.destroy();
    },
  };
}

function checkQueryEnds(queries: Queries, nodeCount: number): void {
  someQueries(queries, 'queries');
  checkNodes(queries.source, nodeCount, 'source');
  checkNodes(queries.target, nodeCount, 'target');
  for (const name of ['source', 'target'] as const) {
    if (queries[name].length !== queries.count) {
      throw new RangeError(
        `${name} has ${queries[name].length} entries, expected ${queries.count}`,
      );
    }
  }
}
