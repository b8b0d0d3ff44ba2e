// The buffers of one wave of sources, and the parameters of its kernels. tree-wave.ts makes them;
// tree-plan.ts counts their bytes by `wordsPerSource`.
import { createReadBack, filledBuffer, type ReadBack, storageBuffer } from '@wayfield/gpu-core';
import { COPY_DST, makeGuarded, UNIFORM } from '@wayfield/gpu-core/internal';
import { PARAM_WORDS, SOURCE_WORDS, SOURCE_WORDS_EACH } from './layout.ts';
import type { Model } from './model.ts';
import type { Tuned } from './tuning.ts';
import type { TreeRule } from './types.ts';

/** Passes for parents between two looks at how many nodes still wait for theirs. */
export const PASSES = 32;

/** What a wave is made from. */
export interface WaveSetup {
  readonly device: GPUDevice;
  readonly model: Model;
  readonly rule: TreeRule;
  /** Width of a bucket, a cost: see TreeSolverOptions. */
  readonly delta: number;
  readonly tuned: Tuned;
}

/**
 * The storage buffers of a wave; `wordsPerSource` says how long they are. Kept from run to run; a
 * larger wave, or the solver's `destroy`, frees them (tree-search.ts).
 */
export interface WaveBuffers {
  /** See layout.ts. */
  readonly state: GPUBuffer;
  /** The labels: see rounds.wgsl.ts. */
  readonly dist: GPUBuffer;
  /**
   * Binding 3. During the search one word per slot. Rule 'tiled': `relaxedLabel`, the label when
   * the node was last relaxed. Other rules: `listMark`, which list the node is on. Afterwards
   * `parentPass`, the pass in which a node got its parent: one word per slot of a graph, per node
   * of a grid.
   */
  readonly marks: GPUBuffer;
  /** Rule 'tiled': the round and the keys of each tile, see rounds.wgsl.ts. */
  readonly stamp: GPUBuffer;
  /** Rule 'tiled': waiting tiles of even and odd rounds. Other rules: see frontier.wgsl.ts. */
  readonly lists: GPUBuffer;
  /** Results, in the order of the nodes, valid until the next run: see `ResidentTrees`. */
  readonly labels: GPUBuffer;
  /** As `labels`; the ranks of parents where the run asked for ranks. */
  readonly parents: GPUBuffer;
}

/** Words of each buffer per source, without the first SOURCE_WORDS words of the state. */
export function wordsPerSource(
  { params }: Model,
  rule: TreeRule,
  parents: boolean,
): Record<keyof WaveBuffers, number> {
  const { slots, stride, tiles } = params;
  const tiled = rule === 'tiled';
  return {
    state: SOURCE_WORDS_EACH,
    dist: slots,
    marks: Math.max(slots, stride),
    // round, key of even rounds, key of odd rounds
    stamp: tiled ? 3 * tiles : 0,
    // tiles of even and odd rounds; near and far, each in two turns
    lists: tiled ? 2 * tiles : 4 * slots,
    labels: stride,
    parents: parents ? stride : 0,
  };
}

/** The memory of a wave of up to `size` sources. */
export interface TreeWaveMemory {
  readonly buffers: WaveBuffers;
  /** Params of the dispatches k with k % 3 = 0, 1, 2, and of PASSES passes for parents. */
  readonly dispatchParams: readonly GPUBuffer[];
  readonly passParams: readonly GPUBuffer[];
  /** Staging memory for the state. */
  readonly back: ReadBack;
  /** The state as it was read last. */
  readonly words: Uint32Array<ArrayBuffer>;
  readonly bytes: number;
  /** Writes the params of a dispatch, or of a pass for parents. */
  setParams(buffer: GPUBuffer, dispatch: number, sources: number): void;
  destroy(): void;
}

/** Allocates; rejects, and keeps no buffer, where memory runs out. */
export async function createTreeWaveMemory(
  setup: WaveSetup,
  size: number,
  withParents: boolean,
): Promise<TreeWaveMemory> {
  const { device, model, rule } = setup;
  const what = 'tree solver';
  const length = wordsPerSource(model, rule, withParents);
  const names = Object.keys(length) as (keyof WaveBuffers)[];
  for (const name of names) length[name] *= size;
  length.state += SOURCE_WORDS;
  const made = await makeGuarded(device, what, (keep) => {
    const buffers = {} as Record<keyof WaveBuffers, GPUBuffer>;
    for (const name of names) {
      buffers[name] = keep(storageBuffer(device, `${what}: ${name}`, length[name]));
    }
    const zeros = new Uint32Array(PARAM_WORDS);
    const params = (): GPUBuffer =>
      keep(filledBuffer(device, `${what}: parameters`, zeros, UNIFORM | COPY_DST));
    const dispatchParams = [params(), params(), params()];
    const passParams = Array.from({ length: PASSES }, params);
    const back = keep(createReadBack(device, 4 * length.state, `${what}: state`));
    return { buffers, dispatchParams, passParams, back };
  });
  const owned: GPUBuffer[] = [
    ...Object.values(made.buffers),
    ...made.dispatchParams,
    ...made.passParams,
  ];
  return {
    ...made,
    words: new Uint32Array(length.state),
    bytes: owned.reduce((sum, buffer) => sum + buffer.size, made.back.memoryBytes),
    setParams(buffer, dispatch, sources) {
      device.queue.writeBuffer(buffer, 0, paramsOf(setup, dispatch, sources));
    },
    destroy() {
      for (const part of [...owned, made.back]) part.destroy();
    },
  };
}

/** The words of `Params`, in the order of rounds.wgsl.ts. */
function paramsOf(
  { model, rule, delta, tuned }: WaveSetup,
  dispatch: number,
  sources: number,
): Uint32Array<ArrayBuffer> {
  const { params: p } = model;
  // a front is about as long as a row of tiles: the root of their number
  const ordered = sources * Math.sqrt(p.tiles) >= (tuned.orderFrom ?? model.orderFrom);
  const width = rule !== 'tiled' ? delta : ordered ? model.tileDelta : Infinity;
  const counts = [dispatch, sources, p.slots, p.tiles, p.nodes, p.stride, p.unreached, p.window];
  const grid = [p.width, p.height, p.tilesX, p.straight, p.diagonal];
  return Uint32Array.from([...counts, ...grid, model.toLabel(width)]);
}
