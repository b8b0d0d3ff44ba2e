// What compact trees bring back: the rank of each node, four in a word. The rank of a node is the
// place of its parent's arc among the arcs into the node, from 0. finish.wgsl.ts writes ranks, a
// word each, in place of parents; result-reader.ts calls this file to pack them.
import { encodeSteps, step, storageBuffer } from '@wayfield/gpu-core';
import { COPY_DST, makeGuarded, UNIFORM } from '@wayfield/gpu-core/internal';
import type { CallQueue } from '../call-queue.ts';

/** Entry point: packRanks. Nodes without a parent get rank 255. */
const RANKS_WGSL = /* wgsl */ `
struct Params { words: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> unpacked: array<vec4u>; // four ranks, a word each
@group(0) @binding(2) var<storage, read_write> ranks: array<u32>;

@compute @workgroup_size(256)
fn packRanks(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.words; i += groups.x * 256u) {
    let four = min(unpacked[i], vec4u(255u)) << vec4u(0u, 8u, 16u, 24u);
    ranks[i] = four.x | four.y | four.z | four.w;
  }
}
`;

/** Most workgroups of a dispatch; each invocation loops over several words. */
const MOST_GROUPS = 16384;

/** Packs ranks into bytes; the next call writes over them. */
export interface RankPacking {
  readonly memoryBytes: number;
  /** Makes room for `4 * words` ranks; rejects where memory runs out. */
  reserve(words: number): Promise<void>;
  /** Records the packing of `4 * words` ranks, and returns the buffer with the bytes. */
  encode(encoder: GPUCommandEncoder, unpacked: GPUBuffer, words: number): GPUBuffer;
  /** Frees the memory; the next `reserve` makes it again. */
  destroy(): void;
}

const label = 'tree solver: ranks';

interface Buffers {
  readonly ranks: GPUBuffer;
  readonly params: GPUBuffer;
  destroy(): void;
}

function buffersFor(device: GPUDevice, words: number): Promise<Buffers> {
  return makeGuarded(device, label, (keep) => {
    const params = keep(device.createBuffer({ label, size: 16, usage: UNIFORM | COPY_DST }));
    const ranks = keep(storageBuffer(device, label, words));
    return {
      ranks,
      params,
      destroy() {
        ranks.destroy();
        params.destroy();
      },
    };
  });
}

/** No memory yet: `reserve` makes it. */
export function createRankPacking(device: GPUDevice, calls: CallQueue): RankPacking {
  let buffers: Buffers | undefined;
  return {
    get memoryBytes() {
      return buffers ? buffers.ranks.size + buffers.params.size : 0;
    },
    async reserve(words) {
      if (buffers && buffers.ranks.size >= 4 * words) return;
      buffers?.destroy();
      buffers = undefined;
      buffers = calls.keep(await buffersFor(device, words));
    },
    encode(encoder, unpacked, words) {
      const { ranks, params } = buffers!;
      device.queue.writeBuffer(params, 0, Uint32Array.of(words));
      const kernel = { label, code: RANKS_WGSL, entry: 'packRanks' };
      const groups = Math.max(1, Math.min(MOST_GROUPS, Math.ceil(words / 256)));
      const bound = { 0: params, 1: unpacked, 2: ranks };
      encodeSteps(encoder, label, [step(device, kernel, bound, groups)]);
      return ranks;
    },
    destroy() {
      buffers?.destroy();
      buffers = undefined;
    },
  };
}
