// Distances by hub labels. The parts, from the outside in:
//
//   types.ts            the public interface
//   solver.ts           checks, one call at a time
//   check-labels.ts     lengths and rows of the labels
//   waves.ts            waves and dispatches; banks.ts: the buffers; distances.wgsl.ts
import { checkOptions } from '@wayfield/check';
import { guarded } from '@wayfield/gpu-core';
import { aDevice, checkBinding, createTimer } from '@wayfield/gpu-core/internal';
import { checkNodes, type Queries } from '@wayfield/graph';
import { createCallQueue } from '../call-queue.ts';
import { HIERARCHY_RUN_RULES, HUB_LABEL_RULES, someQueries } from '../rules.ts';
import { uploadLabels } from './banks.ts';
import { checkLabels } from './check-labels.ts';
import type { GpuHubLabelOptions, GpuHubLabels, GpuHubLabelSolver } from './types.ts';
import { createLabelWaves, type Ends } from './waves.ts';

const USUAL_WAVE = 1 << 20;

/**
 * Distances of millions of queries on hub labels, one per invocation. Checks and uploads the
 * labels; later changes of their arrays are not seen. The device is the caller's.
 *
 * Rejects with RangeError or TypeError for labels that are damaged, options out of range and what
 * does not fit into the device's bindings, with Error where memory runs out.
 *
 * @example
 * const labels = buildHubLabels(buildHierarchy(graph)); // of @wayfield/cpu-wasm
 * const solver = await createGpuHubLabelSolver(device, labels);
 * const { cost } = await solver.distances(buildQueries([[17, 99]]));
 * console.log(cost.length); // 1
 * solver.destroy();
 */
export async function createGpuHubLabelSolver(
  device: GPUDevice,
  labels: GpuHubLabels,
  options: GpuHubLabelOptions = {},
): Promise<GpuHubLabelSolver> {
  aDevice(device, 'device');
  checkOptions('createGpuHubLabelSolver', options, HUB_LABEL_RULES);
  checkLabels(labels);
  const { nodeCount, forward, backward } = labels;
  for (const { groups } of [forward, backward]) {
    checkBinding(device.limits, `hub labels of ${nodeCount} nodes`, groups.byteLength);
  }
  const { wave = USUAL_WAVE, timing = false } = options;
  const timer = createTimer(device, timing);
  const calls = createCallQueue('hub label solver');
  const buffers = await guarded(device, 'hub label solver', () => uploadLabels(device, labels));
  const waves = createLabelWaves(device, buffers, wave, timer);
  return {
    backend: 'gpu',
    get memoryBytes() {
      return waves.memoryBytes;
    },
    async distances(queries, runOptions = {}) {
      checkOptions('distances', runOptions, HIERARCHY_RUN_RULES);
      const ends = checkedEnds(queries, nodeCount);
      const { count } = ends;
      return calls.run(async () => {
        runOptions.signal?.throwIfAborted();
        const { reuse } = runOptions;
        const cost = reuse?.length === count ? reuse : new Float32Array(count);
        await waves.run(ends, cost, runOptions);
        return { count, cost, deviceMs: (await timer.read())('distances') };
      });
    },
    destroy() {
      if (!calls.destroy()) return;
      waves.destroy();
      timer.destroy();
    },
  };
}

/** The ends of queries as the device takes them, without a copy where they are so already. */
function checkedEnds(queries: Queries, nodeCount: number): Ends {
  someQueries(queries, 'queries');
  const { count } = queries;
  const words = (name: 'source' | 'target'): Uint32Array<ArrayBuffer> => {
    const list = queries[name];
    checkNodes(list, nodeCount, name);
    if (list.length !== count) {
      throw new RangeError(`${name} has ${list.length} entries, expected ${count}`);
    }
    return list.buffer instanceof ArrayBuffer
      ? (list as Uint32Array<ArrayBuffer>)
      : Uint32Array.from(list);
  };
  return { count, source: words('source'), target: words('target') };
}
