// The upward half of a sweep from one source, on the CPU. lone-sweep.ts uploads its result as
// seeds: an upward search reaches a few hundred ranks.
import type { ArcRows } from './upload.ts';

/** Upward searches on the CPU. */
export interface Climb {
  /**
   * Finds the ranks that upward paths from `rank` reach, and their distances. Writes their number
   * to `seeds[0]` and returns it; writes pairs (rank, bits of the distance), by ascending ranks,
   * from `seeds[2]` on.
   */
  from(rank: number, seeds: Uint32Array): number;
}

/** Ranks are settled in their order: every upward arc leads to a higher one. */
export function createClimb(nodeCount: number, { rows, arcs }: ArcRows): Climb {
  const weights = new Float32Array(arcs.buffer, arcs.byteOffset, arcs.length);
  const dist = new Float32Array(nodeCount).fill(Infinity);
  const bits = new Uint32Array(dist.buffer);
  const reached = new Uint32Array(nodeCount);
  const isReached = new Uint8Array(nodeCount);
  return {
    from(source, seeds) {
      let count = 0;
      dist[source] = 0;
      reached[count++] = source;
      // `reached` gets all ranks that upward paths reach, in no particular order
      for (let i = 0; i < count; i++) {
        const rank = reached[i];
        for (let a = rows[rank]; a < rows[rank + 1]; a++) {
          const head = arcs[2 * a];
          if (isReached[head] !== 0) continue;
          isReached[head] = 1;
          reached[count++] = head;
        }
      }
      const sorted = reached.subarray(0, count).sort();
      for (let i = 0; i < count; i++) {
        const rank = sorted[i];
        const known = dist[rank];
        for (let a = rows[rank]; a < rows[rank + 1]; a++) {
          const sum = Math.fround(known + weights[2 * a + 1]);
          if (sum < dist[arcs[2 * a]]) dist[arcs[2 * a]] = sum;
        }
        seeds[2 * i + 2] = rank;
        seeds[2 * i + 3] = bits[rank];
      }
      for (let i = 0; i < count; i++) {
        dist[sorted[i]] = Infinity;
        isReached[sorted[i]] = 0;
      }
      seeds[0] = count;
      return count;
    },
  };
}
