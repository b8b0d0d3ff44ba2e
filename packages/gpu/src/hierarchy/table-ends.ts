// The ends of a table: their check, and the words that kernels read. solver.ts calls `checkedEnds`,
// table-runner.ts the others.
import { checkLength, number, refuse } from '@wayfield/check';
import { checkNodes } from '@wayfield/graph';
import { aTableEnd } from '../rules.ts';
import type { GpuTableEnds } from './types.ts';
import { SEED_WORDS } from './upload.ts';

const COST = /* @__PURE__ */ number(0);

/**
 * A copy of the ends: a table reads them wave by wave, long after the call.
 *
 * @throws RangeError or TypeError, naming the entry, for ends that are not valid.
 */
export function checkedEnds(ends: GpuTableEnds, nodeCount: number, name: string): GpuTableEnds {
  aTableEnd(ends, name);
  const { node, cost, first } = ends;
  checkNodes(node, nodeCount, `${name}.node`);
  checkLength(cost, node.length, `${name}.cost`);
  for (let k = 0; k < cost.length; k++) COST(cost[k], `${name}.cost[${k}]`);
  if (first.length === 0) refuse(`${name}.first`, '[]', 'at least one entry');
  for (let i = 0; i < first.length; i++) {
    const least = i === 0 ? 0 : first[i - 1];
    const most = i === 0 ? 0 : i + 1 === first.length ? node.length : Infinity;
    const right = Number.isInteger(first[i]) && first[i] >= least && first[i] <= most;
    if (!right) refuse(`${name}.first[${i}]`, first[i], `a whole number from ${least} to ${most}`);
  }
  return {
    node: Uint32Array.from(node),
    cost: Float32Array.from(cost),
    first: Uint32Array.from(first),
  };
}

/**
 * The seeds of all sources, as SEED_WORDS says; the lane is the place of the source in its wave.
 * The array has room for one seed at least, because buffers must not be empty.
 */
export function seedWords(
  { node, cost, first }: GpuTableEnds,
  rank: Uint32Array,
  waveSize: number,
): Uint32Array {
  const words = new Uint32Array(SEED_WORDS * Math.max(1, node.length));
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i + 1 < first.length; i++) {
    for (let k = first[i]; k < first[i + 1]; k++) {
      words.set([rank[node[k]], i % waveSize], SEED_WORDS * k);
      // + 0 turns -0 into 0: kernels compare the bits of costs
      floats[SEED_WORDS * k + 2] = cost[k] + 0;
    }
  }
  return words;
}

/** Rank and bits of the cost, two words for each node of a target; one pair at least. */
export function endWords({ node, cost }: GpuTableEnds, rank: Uint32Array): Uint32Array {
  const words = new Uint32Array(2 * Math.max(1, node.length));
  const floats = new Float32Array(words.buffer);
  for (let k = 0; k < node.length; k++) {
    words[2 * k] = rank[node[k]];
    floats[2 * k + 1] = cost[k] + 0;
  }
  return words;
}
