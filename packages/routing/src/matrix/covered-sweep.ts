// A sweep that carries a second measure beside the cost, for measures.ts. It covers only the ranks
// from which arcs lead down to a target (RPHAST: Delling, Goldberg and Werneck 2011). It is written
// in JavaScript with f64: the sweeps of @wayfield/cpu-wasm carry one measure.
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { HierarchyMeasure } from './second-measure.ts';

/** Sources of one sweep, a lane each. */
export const LANES = 16;

/** A start of a source: a node, with the cost and the second measure of the part before it. */
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
  second: HierarchyMeasure,
  targets: readonly number[],
): CoveredSweep {
  const covered = ranksAbove(nodeCount, down.firstArc, down.head, targets);
  const placeOf = new Int32Array(nodeCount).fill(-1);
  covered.forEach((r, place) => (placeOf[r] = place));
  const dists = new Float64Array(covered.length * LANES);
  const others = new Float64Array(covered.length * LANES);
  const dist = new Float64Array(targets.length * LANES);
  const other = new Float64Array(targets.length * LANES);
  // cost and second measure by rank, for the upward search of one source
  const cost = new Float64Array(nodeCount).fill(Infinity);
  const measure = new Float64Array(nodeCount);
  const queue = createRankQueue(nodeCount);

  /** The upward search of lane i, rank after rank: a rank's cost is final when it is taken. */
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
        offer(up.head[a], cost[r] + up.weight[a], measure[r] + second.up[a]);
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
        const more = second.down[a];
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

/**
 * The covered ranks: the targets and all ranks from which arcs lead down to them; highest first.
 */
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

/**
 * A queue of ranks as a set of bits; the least is taken first. `low`, the first word looked at,
 * only rises during a search, because arcs lead to higher ranks.
 */
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
