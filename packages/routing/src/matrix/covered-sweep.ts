// A sweep over the ranks that lead down to some targets (RPHAST: Delling, Goldberg and Werneck
// 2011), with two measures per lane.
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { OtherLane } from './other-lane.ts';

/** Sources of one sweep. */
export const LANES = 16;

/** Where a source begins: a node, the cost before it, and the other measure before it. */
export interface MeasuredSeed {
  readonly node: number;
  readonly cost: number;
  readonly other: number;
}

/** A sweep from up to LANES sources to prepared targets. */
export interface CoveredSweep {
  /** Of target k in lane i at `k * LANES + i`, after a run; `Infinity` = not reached. */
  readonly dist: Float64Array;
  readonly other: Float64Array;
  run(sources: readonly (readonly MeasuredSeed[])[]): void;
}

/** Prepares sweeps to targets, which are ranks. */
export function createCoveredSweep(
  { nodeCount, rank, up, down }: Hierarchy,
  lane: OtherLane,
  targets: readonly number[],
): CoveredSweep {
  const covered = ranksAbove(nodeCount, down.firstArc, down.head, targets);
  const placeOf = new Int32Array(nodeCount).fill(-1);
  covered.forEach((r, place) => (placeOf[r] = place));
  const dists = new Float64Array(covered.length * LANES);
  const others = new Float64Array(covered.length * LANES);
  const dist = new Float64Array(targets.length * LANES);
  const other = new Float64Array(targets.length * LANES);
  // the climb of one source
  const cost = new Float64Array(nodeCount).fill(Infinity);
  const measure = new Float64Array(nodeCount);
  const queue = createRankQueue(nodeCount);

  /** Relaxes arcs upward, rank after rank: each is final when its turn comes. */
  function climb(seeds: readonly MeasuredSeed[], i: number): void {
    const reached: number[] = [];
    const offer = (r: number, value: number, otherValue: number): void => {
      if (value >= cost[r]) return;
      if (cost[r] === Infinity) queue.add(r);
      cost[r] = value;
      measure[r] = otherValue;
    };
    for (const seed of seeds) offer(rank[seed.node], seed.cost, seed.other);
    for (let r = queue.take(); r >= 0; r = queue.take()) {
      reached.push(r);
      for (let a = up.firstArc[r]; a < up.firstArc[r + 1]; a++) {
        offer(up.head[a], cost[r] + up.weight[a], measure[r] + lane.up[a]);
      }
    }
    for (const r of reached) {
      const place = placeOf[r];
      if (place >= 0) {
        dists[place * LANES + i] = cost[r];
        others[place * LANES + i] = measure[r];
      }
      cost[r] = Infinity;
    }
  }

  function descend(count: number): void {
    for (let place = 0; place < covered.length; place++) {
      const r = covered[place];
      const at = place * LANES;
      for (let a = down.firstArc[r]; a < down.firstArc[r + 1]; a++) {
        const from = placeOf[down.head[a]] * LANES;
        const weight = down.weight[a];
        const more = lane.down[a];
        for (let i = 0; i < count; i++) {
          const sum = dists[from + i] + weight;
          if (sum < dists[at + i]) {
            dists[at + i] = sum;
            others[at + i] = others[from + i] + more;
          }
        }
      }
    }
  }

  return {
    dist,
    other,
    run(sources) {
      dists.fill(Infinity);
      others.fill(Infinity);
      sources.forEach(climb);
      descend(sources.length);
      targets.forEach((r, k) => {
        const from = placeOf[r] * LANES;
        for (let i = 0; i < LANES; i++) {
          dist[k * LANES + i] = dists[from + i];
          other[k * LANES + i] = others[from + i];
        }
      });
    },
  };
}

/** The ranks from which arcs lead down to some ranks, these among them, the highest first. */
function ranksAbove(
  nodeCount: number,
  firstArc: Uint32Array,
  head: Uint32Array,
  targets: readonly number[],
): Uint32Array {
  const wanted = new Uint8Array(nodeCount);
  for (const r of targets) wanted[r] = 1;
  let count = 0;
  // arcs come from higher ranks, so one pass upward reaches all of them
  for (let r = 0; r < nodeCount; r++) {
    if (wanted[r] === 0) continue;
    count++;
    for (let a = firstArc[r]; a < firstArc[r + 1]; a++) wanted[head[a]] = 1;
  }
  const ranks = new Uint32Array(count);
  for (let r = 0; r < nodeCount; r++) if (wanted[r] === 1) ranks[--count] = r;
  return ranks;
}

/** Ranks, each once, of which the least is taken first; arcs lead to higher ranks only. */
function createRankQueue(nodeCount: number): { add(r: number): void; take(): number } {
  const words = new Uint32Array((nodeCount >>> 5) + 1);
  let low = words.length;
  return {
    add(r) {
      const word = r >>> 5;
      words[word] |= 1 << (r & 31);
      if (word < low) low = word;
    },
    take() {
      while (low < words.length && words[low] === 0) low++;
      if (low >= words.length) return -1;
      const bit = 31 - Math.clz32(words[low] & -words[low]);
      words[low] &= ~(1 << bit);
      return (low << 5) | bit;
    },
  };
}
