import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import { allocateAll } from '../allocate-all.ts';
import { fillRows } from '../hierarchy/table-ends.ts';
import { lanesFor, MAX_LANES } from '../hierarchy/lanes.ts';
import { STOP_TABLE, tableControl, type TableJob, TAKEN } from './table-job.ts';

/**
 * What a thread of a pool does with a block of a table: takes 16 sources at a time from the common
 * counter, until none is left or the block is stopped. The scratch memory of its sweeps is made by
 * the first block and kept.
 */
export function createTableAnswerer({
  arena,
  blocks,
  kernels,
}: KernelHost<Kernels>): (job: TableJob) => void {
  /** Addresses of marks, waiting bits and distances: see assembly/hierarchy/sweep.ts. */
  let scratch: readonly number[] | undefined;
  return (job) => {
    const { nodeCount, width, from, to, order, seeds, ends, endCount } = job;
    scratch ??= allocateAll(blocks, [
      nodeCount,
      Math.ceil(nodeCount / 64) * 8,
      nodeCount * MAX_LANES * 4,
    ]);
    const [marks, waiting, dists] = scratch;
    const control = tableControl(arena, job.control);
    // views of shared memory stay valid while it grows, and the job lies in the part they show
    const [words, floats] = [arena.words(), arena.floats()];
    const columns = {
      width,
      first: words.subarray(ends.first / 4, ends.first / 4 + width + 1),
      place: words.subarray(ends.at / 4, ends.at / 4 + endCount),
      cost: floats.subarray(ends.cost / 4, ends.cost / 4 + endCount),
    };
    const [firstSeed, seedRank, seedCost] = [seeds.first / 4, seeds.at / 4, seeds.cost / 4];
    // this loop ends: each turn takes 16 of the sources that are left
    for (;;) {
      const first = from + Atomics.add(control, TAKEN, MAX_LANES);
      if (first >= to || Atomics.load(control, STOP_TABLE) !== 0) return;
      const count = Math.min(MAX_LANES, to - first);
      const lanes = lanesFor(count);
      kernels.sweepBind(order.rows, order.arcs, marks, order.places, waiting, order.count);
      kernels.sweepBegin(dists, Math.log2(lanes));
      for (let i = 0; i < count; i++) {
        const end = words[firstSeed + first + i + 1];
        for (let k = words[firstSeed + first + i]; k < end; k++) {
          kernels.sweepSource(words[seedRank + k], i, floats[seedCost + k]);
        }
      }
      kernels.sweepUp();
      kernels.sweepDown();
      const at = job.costs / 4 + (first - from) * width;
      const dist = floats.subarray(dists / 4, dists / 4 + order.count * lanes);
      fillRows(columns, dist, lanes, count, floats.subarray(at, at + count * width));
    }
  };
}
