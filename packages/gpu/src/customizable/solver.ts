// Searches on a customizable hierarchy whose weights change. The parts, from the outside in:
//
//   types.ts          the public interface
//   solver.ts         checks, one call at a time; customizer.ts: weights alone
//   customise.ts      a run of the customisation; memory.ts: its buffers and dispatches;
//                     triangles.ts; customizer.wgsl.ts
//   queries.ts        the elimination tree; queries.wgsl.ts; ../query-waves.ts: waves
//   ../hierarchy/     sweeps
import { checkOptions } from '@wayfield/check';
import { guarded, step } from '@wayfield/gpu-core';
import { aDevice, createTimer, makeGuarded, type Timer } from '@wayfield/gpu-core/internal';
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';
import { type CallQueue, createCallQueue } from '../call-queue.ts';
import { checkedSources } from '../check-sources.ts';
import { createSweepRunner, type SweepRunner } from '../hierarchy/sweep-runner.ts';
import { checkedEnds, createQueryWaves, type QueryWaves } from '../query-waves.ts';
import {
  aRankedCustomizable,
  CUSTOMIZABLE_SOLVER_RULES,
  HIERARCHY_ROWS_RULES,
  HIERARCHY_RUN_RULES,
  SIGNAL_RULES,
} from '../rules.ts';
import { copyWeights, createCustomisation, type WeightCopy } from './customise.ts';
import { createCustomizerMemory, encodePass } from './memory.ts';
import { type ClimbKernel, createClimbKernel } from './queries.ts';
import { spreadWgsl } from './queries.wgsl.ts';
import { checkedTriangles } from './triangles.ts';
import type {
  GpuCustomizableOptions,
  GpuCustomizableSolver,
  GpuRankedCustomizable,
} from './types.ts';

const WHAT = 'customizable solver';
/** Most queries of a submit: fills any device, and an abort is seen soon. Chosen, not measured. */
const USUAL_WAVE = 1 << 18;
/** Most workgroups of a dispatch; each loops over several items. */
const MOST_GROUPS = 16384;

/**
 * Many searches on the device for weights that change: `update` customises there, and queries and
 * sweeps take the new weights where they lie. Checks and uploads the hierarchy, whose arrays must
 * not change while the solver is used. The device is the caller's.
 *
 * Rejects with RangeError or TypeError for a hierarchy with numbers out of range, for weights that
 * `update` refuses, for an elimination tree too deep for workgroup memory and for what does not fit
 * into the device's bindings; with Error where memory runs out.
 *
 * @example
 * const built = buildCustomizable(graph); // of @wayfield/cpu-wasm/customizable
 * const solver = await createGpuCustomizableSolver(device, built, graph.weight);
 * const before = (await solver.run(buildQueries([[17, 99]]))).cost[0];
 * await solver.update(graph.weight.map((metres) => 2 * metres));
 * const after = (await solver.run(buildQueries([[17, 99]]))).cost[0];
 * console.log(after === 2 * before); // true
 * solver.destroy();
 */
export async function createGpuCustomizableSolver(
  device: GPUDevice,
  customizable: GpuRankedCustomizable,
  weight: Float32Array,
  options: GpuCustomizableOptions = {},
): Promise<GpuCustomizableSolver> {
  aDevice(device, 'device');
  aRankedCustomizable(customizable, 'customizable');
  const firstWeights = copyWeights(weight);
  checkOptions('createGpuCustomizableSolver', options, CUSTOMIZABLE_SOLVER_RULES);
  const { nodeCount } = customizable;
  const timer = await makeGuarded(device, WHAT, (keep) =>
    keep(createTimer(device, options.timing ?? false)),
  );
  const calls = createCallQueue(WHAT, timer);
  let made: Parts | undefined;
  try {
    made = await createParts(device, customizable, options, { timer, calls });
    await made.update(firstWeights);
  } catch (error) {
    made?.destroy();
    timer.destroy();
    throw error;
  }
  const parts = made;
  const { sweeps, waves } = parts;

  return {
    backend: 'gpu',
    get memoryBytes() {
      return calls.destroyed ? 0 : parts.memoryBytes;
    },
    async update(next) {
      const weights = copyWeights(next);
      return calls.run(() => parts.update(weights));
    },
    async run(queries, runOptions = {}) {
      checkOptions('run', runOptions, HIERARCHY_RUN_RULES);
      const ends = checkedEnds(queries, nodeCount);
      return calls.run(async () => {
        runOptions.signal?.throwIfAborted();
        const { count } = ends;
        const { reuse } = runOptions;
        const cost = reuse?.length === count ? reuse : new Float32Array(count);
        await waves.run(ends, cost, runOptions);
        return { count, cost, swept: 0, deviceMs: (await timer.read())('distances') };
      });
    },
    async distances(sources, runOptions = {}) {
      checkOptions('distances', runOptions, HIERARCHY_ROWS_RULES);
      const list = checkedSources(sources, nodeCount);
      return calls.run(() => sweeps.rows(list, runOptions, runOptions.reuse ?? []));
    },
    async runResident(sources, given = {}) {
      checkOptions('runResident', given, SIGNAL_RULES);
      const list = checkedSources(sources, nodeCount);
      return calls.run(() => sweeps.runResident(list, given.signal));
    },
    destroy() {
      if (!calls.destroy()) return;
      parts.destroy();
      timer.destroy();
    },
  };
}

/** The buffers, sweeps and queries of a solver. */
interface Parts {
  readonly memoryBytes: number;
  readonly sweeps: SweepRunner;
  readonly waves: QueryWaves;
  /**
   * Customises and gives sweeps their weights; resolves to the milliseconds on the device. Where
   * this fails, customises again for the earlier weights, if there are any, and rejects.
   */
  update(weight: WeightCopy): Promise<number>;
  destroy(): void;
}

async function createParts(
  device: GPUDevice,
  customizable: GpuRankedCustomizable,
  { wave = USUAL_WAVE, memoryBudget }: GpuCustomizableOptions,
  { timer, calls }: { readonly timer: Timer; readonly calls: CallQueue },
): Promise<Parts> {
  const { firstTriangle } = checkedTriangles(customizable);
  const rank = checkedRanks(customizable);
  const { arcCount, graphArcCount } = customizable;
  const memory = await createCustomizerMemory(device, customizable, firstTriangle, false);
  const customisation = createCustomisation(device, customizable, memory, timer, calls);
  const sweeps = createSweepRunner(device, arcsOnly(customizable, rank), memoryBudget, timer, {
    calls,
    weightsChange: true,
  });
  let climbs: ClimbKernel | undefined;
  let kept: GPUBuffer | undefined;
  const free = (): void => {
    customisation.destroy();
    sweeps.destroy();
    climbs?.destroy();
    kept?.destroy();
  };
  try {
    const { fixed } = await sweeps.prepare(4, false);
    const made = await guarded(device, WHAT, () => {
      climbs = createClimbKernel(device, customizable, rank, memory.weights);
      const { size, usage } = memory.graphWeights;
      kept = device.createBuffer({ label: `${WHAT}: weights before`, size, usage });
      const bound = { 0: memory.weights, 1: fixed.upArcs, 2: fixed.downArcs };
      const kernel = { label: `${WHAT}: spread`, code: spreadWgsl, entry: 'spread' };
      const groups = Math.max(1, Math.min(MOST_GROUPS, Math.ceil(arcCount / 256)));
      return { climbs, kept, spread: step(device, kernel, bound, groups) };
    });
    const waves = createQueryWaves(device, made.climbs.answers, wave, timer, calls);
    const { graphWeights } = memory;
    const bytes = 4 * graphArcCount;
    let known = false;
    const after = (encoder: GPUCommandEncoder): void =>
      encodePass(encoder, [made.spread], timer.both('customise'));

    return {
      get memoryBytes() {
        const own = made.climbs.bytes + made.kept.size;
        return customisation.memoryBytes + sweeps.memoryBytes + waves.memoryBytes + own;
      },
      sweeps,
      waves,
      async update(weight) {
        // before the new weights: if this copy fails, the call rejects and has changed nothing
        if (known) await copy(device, graphWeights, made.kept, bytes);
        try {
          const deviceMs = await customisation.run(weight, { after });
          known = true;
          return deviceMs;
        } catch (error) {
          // a wrong length has changed nothing, but another customisation does no harm
          if (known) {
            await copy(device, made.kept, graphWeights, bytes);
            await customisation.again(after);
            await timer.read();
          }
          throw error;
        }
      },
      destroy() {
        waves.destroy();
        free();
      },
    };
  } catch (error) {
    free();
    throw error;
  }
}

async function copy(
  device: GPUDevice,
  from: GPUBuffer,
  to: GPUBuffer,
  bytes: number,
): Promise<void> {
  await guarded(device, WHAT, () => {
    const encoder = device.createCommandEncoder({ label: WHAT });
    if (bytes > 0) encoder.copyBufferToBuffer(from, 0, to, 0, bytes);
    device.queue.submit([encoder.finish()]);
  });
}

/** The rank of each node. @throws RangeError unless ranks are different and below nodeCount. */
function checkedRanks({ nodeCount, rank }: GpuRankedCustomizable): Uint32Array {
  if (rank.length !== nodeCount) {
    throw new RangeError(`rank has ${rank.length} entries, expected ${nodeCount}`);
  }
  const taken = new Uint8Array(nodeCount);
  for (let v = 0; v < nodeCount; v++) {
    if (rank[v] >= nodeCount || taken[rank[v]] !== 0) {
      throw new RangeError(`rank[${v}] is ${rank[v]}, expected another one below ${nodeCount}`);
    }
    taken[rank[v]] = 1;
  }
  return rank;
}

/**
 * The arcs as sweeps read them, all of weight 0 until `update` gives them their weights. Arcs of
 * infinite weight would be left out of the upload (hierarchy/upload.ts), and then arcs would not
 * have the numbers that `spread` relies on. `node` is empty: only sweeps of one source read it,
 * which `weightsChange` turns off.
 */
function arcsOnly(
  { nodeCount, arcCount, levelStart, firstArc, head }: GpuRankedCustomizable,
  rank: Uint32Array,
): Hierarchy {
  const none = new Uint32Array(0);
  const weight = new Float32Array(arcCount);
  const arcs: HierarchyArcs = { firstArc, head, weight, first: none, second: none };
  return { nodeCount, rank, node: none, levelStart, up: arcs, down: arcs };
}
