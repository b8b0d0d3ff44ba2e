// Pairs of nodes as an input, and routes as arrays.
import type { Queries, Routes } from '@wayfield/graph';
import type { Arrays, Part, RunContext } from '../types.ts';
import type { Range } from './parts.ts';

/** The answers of queries between nodes: as `Routes` of `@wayfield/graph`. */
export interface RoadAnswer {
  readonly count: number;
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  /** count + 1 entries; all 0 unless the work has `result: 'routes'`. */
  readonly firstNode: Uint32Array;
  readonly node: Uint32Array;
}

/** The pairs as they are stored: source 0, target 0, source 1, target 1, … */
export function interleave(source: ArrayLike<number>, target: ArrayLike<number>): Uint32Array {
  const pairs = new Uint32Array(2 * source.length);
  for (let i = 0; i < source.length; i++) {
    pairs[2 * i] = source[i];
    pairs[2 * i + 1] = target[i];
  }
  return pairs;
}

/** Pairs `from` to `to` - 1 of those that are stored under `sha`. */
export async function pairsOf(
  sha: string,
  [from, to]: Range,
  { slice }: RunContext,
): Promise<Queries> {
  const words = new Uint32Array((await slice(sha, 8 * from, 8 * to)).slice().buffer);
  const count = to - from;
  const source = Uint32Array.from({ length: count }, (_, i) => words[2 * i]);
  const target = Uint32Array.from({ length: count }, (_, i) => words[2 * i + 1]);
  return { count, source, target };
}

/** Routes as the arrays of a result. */
export function toArrays({ count, status, cost, firstNode, node }: Routes): Arrays {
  return {
    status: status.subarray(0, count),
    cost: cost.subarray(0, count),
    firstNode: firstNode.subarray(0, count + 1),
    node: node.subarray(0, firstNode[count]),
  };
}

/** Joins the routes of chunks. */
export async function joinRoutes(parts: AsyncIterable<Part>, count: number): Promise<RoadAnswer> {
  const status = new Uint8Array(count);
  const cost = new Float32Array(count);
  const firstNode = new Uint32Array(count + 1);
  const paths: Uint32Array[] = [];
  let at = 0;
  let nodes = 0;
  for await (const { arrays } of parts) {
    const first = arrays.firstNode as Uint32Array;
    status.set(arrays.status as Uint8Array, at);
    cost.set(arrays.cost as Float32Array, at);
    for (let i = 1; i < first.length; i++) firstNode[at + i] = nodes + first[i];
    paths.push(arrays.node as Uint32Array);
    at += arrays.status.length;
    nodes += arrays.node.length;
  }
  const node = new Uint32Array(nodes);
  let next = 0;
  for (const path of paths) {
    node.set(path, next);
    next += path.length;
  }
  return { count, status, cost, firstNode, node };
}
