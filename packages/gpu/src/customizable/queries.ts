// The buffers of queries of a customizable hierarchy: the elimination tree, and the depth of each
// arc's upper end. solver.ts makes them; ../query-waves.ts runs the kernel.
import { uploadWords } from '@wayfield/gpu-core';
import { keeping } from '@wayfield/gpu-core/internal';
import { NONE } from '@wayfield/graph';
import type { DistanceKernel } from '../query-waves.ts';
import { climbWgsl } from './queries.wgsl.ts';
import type { GpuCustomizable } from './types.ts';

/** Words of a rank: its first arc, one past its last arc, its parent, its depth. */
const RANK_WORDS = 4;
/** Workgroup memory of the kernel in bytes: the word beside the labels with room for alignment. */
const REST_BYTES = 16;

/** The kernel with its buffers. */
export interface ClimbKernel {
  readonly answers: DistanceKernel;
  readonly bytes: number;
  destroy(): void;
}

/**
 * The elimination tree, RANK_WORDS words per rank, and the number of its depths. The depth of a
 * root is 0; the parent of a rank is its lowest upper neighbour.
 */
function depthsOf({ nodeCount, firstArc, head }: GpuCustomizable): {
  tree: Uint32Array;
  depths: number;
} {
  const tree = new Uint32Array(RANK_WORDS * nodeCount);
  let depths = 1;
  for (let r = nodeCount; r-- > 0;) {
    const [first, end] = [firstArc[r], firstArc[r + 1]];
    const parent = first < end ? head[first] : NONE;
    const depth = parent === NONE ? 0 : tree[RANK_WORDS * parent + 3] + 1;
    tree.set([first, end, parent, depth], RANK_WORDS * r);
    depths = Math.max(depths, depth + 1);
  }
  return { tree, depths };
}

/**
 * Uploads what queries need beside `weights`; call it guarded.
 *
 * @throws RangeError where the labels of a query do not fit into workgroup memory.
 */
export function createClimbKernel(
  device: GPUDevice,
  customizable: GpuCustomizable,
  rank: Uint32Array,
  weights: GPUBuffer,
): ClimbKernel {
  const { tree, depths } = depthsOf(customizable);
  const most = device.limits.maxComputeWorkgroupStorageSize;
  const needed = 8 * depths + REST_BYTES;
  if (needed > most) {
    throw new RangeError(
      `queries on an elimination tree of ${depths} levels need ${needed} bytes of workgroup ` +
        `memory, the device has ${most}`,
    );
  }
  const headDepth = customizable.head.map((above) => tree[RANK_WORDS * above + 3]);
  const what = 'customizable queries';
  const own = keeping((keep) => ({
    1: keep(uploadWords(device, `${what}: ranks`, rank)),
    2: keep(uploadWords(device, `${what}: tree`, tree)),
    3: keep(uploadWords(device, `${what}: depths`, headDepth)),
  }));
  const kernel = { label: what, code: climbWgsl, entry: 'climb', constants: { LEVELS: depths } };
  const buffers = Object.values(own);
  return {
    answers: { what, kernel, bindings: { ...own, 4: weights }, perWorkgroup: 1 },
    bytes: buffers.reduce((sum, { size }) => sum + size, 0),
    destroy() {
      for (const buffer of buffers) buffer.destroy();
    },
  };
}
