// Distances by hub labels. The parts, from the outside in:
//
//   types.ts            the public interface
//   solver.ts           checks, one call at a time
//   check-labels.ts     lengths, rows and hub numbers of the labels
//   upload.ts           the labels on the device; distances.wgsl.ts
//   ../query-waves.ts   waves, their buffers and dispatches
import { checkOptions } from '@wayfield/check';
import { aDevice, checkBinding, createTimer, makeGuarded } from '@wayfield/gpu-core/internal';
import { createCallQueue } from '../call-queue.ts';
import { checkedEnds, createQueryWaves } from '../query-waves.ts';
import { HIERARCHY_RUN_RULES, HUB_LABEL_RULES } from '../rules.ts';
import { checkLabels } from './check-labels.ts';
import { distancesWgsl } from './distances.wgsl.ts';
import type { GpuHubLabelOptions, GpuHubLabels, GpuHubLabelSolver } from './types.ts';
import { uploadLabels } from './upload.ts';

/** Most queries of a submit: fills any device, and an abort is seen soon. Chosen, not measured. */
const USUAL_WAVE = 1 << 20;
/** Queries of a workgroup, one per invocation. */
const WORKGROUP = 64;

/**
 * Distances of millions of queries on hub labels, one per invocation. Checks and uploads the
 * labels; later changes of their arrays are not seen. The device is the caller's.
 *
 * Rejects with RangeError or TypeError for labels with wrong lengths or rows, options out of range
 * and what does not fit into the device's bindings, with Error where memory runs out. Hubs and
 * distances in the labels are not checked.
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
  const { buffers, timer } = await makeGuarded(device, 'hub label solver', (keep) => ({
    buffers: keep(uploadLabels(device, labels)),
    timer: keep(createTimer(device, timing)),
  }));
  const calls = createCallQueue('hub label solver', timer);
  const kernel = { label: 'hub labels', code: distancesWgsl, entry: 'distances' };
  const { bindings } = buffers;
  const answers = { what: 'hub label queries', kernel, bindings, perWorkgroup: WORKGROUP };
  const waves = createQueryWaves(device, answers, wave, timer, calls);
  return {
    backend: 'gpu',
    get memoryBytes() {
      return calls.destroyed ? 0 : buffers.bytes + waves.memoryBytes;
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
      buffers.destroy();
      timer.destroy();
    },
  };
}
