// Parents as ranks, four in a word: what compact trees bring back.
import { encodeSteps, step, storageBuffer } from '@wayfield/gpu-core';
import { COPY_DST, UNIFORM } from '@wayfield/gpu-core/internal';

/** Entry point: packRanks. A rank of 255 stands for none. */
const RANKS_WGSL = /* wgsl */ `
struct Params { words: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> parents: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> ranks: array<u32>;

@compute @workgroup_size(256)
fn packRanks(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.words; i += groups.x * 256u) {
    let four = min(parents[i], vec4u(255u)) << vec4u(0u, 8u, 16u, 24u);
    ranks[i] = four.x | four.y | four.z | four.w;
  }
}
`;

/** Most workgroups: each loops over the rest. */
const MOST_GROUPS = 16384;

/** Packs ranks into bytes; the next call writes over them. */
export interface RankPacking {
  readonly memoryBytes: number;
  /** Records the packing of `4 * words` ranks, and returns the buffer with the bytes. */
  encode(encoder: GPUCommandEncoder, parents: GPUBuffer, words: number): GPUBuffer;
  destroy(): void;
}

/** No memory yet: `encode` makes it. */
export function createRankPacking(device: GPUDevice): RankPacking {
  let ranks: GPUBuffer | undefined;
  let params: GPUBuffer | undefined;
  return {
    get memoryBytes() {
      return (ranks?.size ?? 0) + (params?.size ?? 0);
    },
    encode(encoder, parents, words) {
      const label = 'tree solver: ranks';
      params ??= device.createBuffer({ label, size: 16, usage: UNIFORM | COPY_DST });
      if (!ranks || ranks.size < 4 * words) {
        ranks?.destroy();
        ranks = storageBuffer(device, label, words);
      }
      device.queue.writeBuffer(params, 0, Uint32Array.of(words));
      const kernel = { label, code: RANKS_WGSL, entry: 'packRanks' };
      const groups = Math.max(1, Math.min(MOST_GROUPS, Math.ceil(words / 256)));
      const bound = { 0: params, 1: parents, 2: ranks };
      encodeSteps(encoder, label, [step(device, kernel, bound, groups)]);
      return ranks;
    },
    destroy() {
      ranks?.destroy();
      params?.destroy();
    },
  };
}
