// Queries on a road network by its contraction hierarchy.
import {
  checkLength,
  checkOptions,
  list,
  object,
  oneOf,
  refuse,
  typed,
  whole,
} from '@wayfield/check';
import { createHierarchyPool, type HierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { checkNodes, type Graph, type Queries, strongComponents } from '@wayfield/graph';
import type { Json, RunContext, WorkKind } from '../types.ts';
import { ranges, secondsPerUnit, unitsPerChunk } from './calibrate.ts';
import { interleave, joinRoutes, pairsOf, type RoadAnswer, toArrays } from './road-arrays.ts';
import { completeMap, getMap, putMap, type RoadMap, solverOn, type StoredMap } from './maps.ts';

/** What `roadQueries` answers: pairs of nodes, or random ones that workers make themselves. */
export interface RoadWork extends RoadMap {
  readonly source?: ArrayLike<number>;
  readonly target?: ArrayLike<number>;
  /**
   * `count` pairs of nodes of the largest strong component. Pair `i` depends on the seed and on `i`
   * only, see `randomPairs`.
   */
  readonly random?: { readonly count: number; readonly seed?: number };
  /** 'cost': costs only. Default 'cost'; 'routes': the paths too. */
  readonly result?: 'cost' | 'routes';
  /** Queries in a chunk. Default: calibrated to `chunkSeconds` of one thread. */
  readonly perChunk?: number;
}

/** Most queries of a chunk. Without paths, a result has 9 bytes for each. */
const MOST_PER_CHUNK = 1 << 20;
const MOST_QUERIES = 2 ** 32 - 1;
const aWord = whole(0, 2 ** 32 - 1);
const anIndex = whole(0, MOST_QUERIES);
const someNodes = typed(Uint32Array);
const WORK_RULES = {
  random: object({ count: whole(0, MOST_QUERIES) }, 'a count and a seed'),
  result: oneOf('cost', 'routes'),
  perChunk: whole(1, MOST_PER_CHUNK),
};

/** What chunks of road queries share. */
export interface RoadShape {
  readonly map: StoredMap;
  readonly result: 'cost' | 'routes';
  readonly count: number;
  /** SHA-256 of the pairs, source and target in turn, u32; else they are random. */
  readonly pairs: string | null;
  readonly seed: number;
}

/** Nodes of the largest strong component, ascending. */
export function largestComponent(graph: Graph): Uint32Array {
  const { component, size } = strongComponents(graph);
  let largest = 0;
  for (let c = 1; c < size.length; c++) if (size[c] > size[largest]) largest = c;
  const nodes = new Uint32Array(size.length > 0 ? size[largest] : 0);
  let count = 0;
  for (let u = 0; u < graph.nodeCount; u++) if (component[u] === largest) nodes[count++] = u;
  return nodes;
}

/**
 * A word that depends on a seed and an index below 2^53 only: the finaliser of MurmurHash3 (Appleby
 * 2011). `Math.imul` sees only the lower 32 bits of the index. The upper bits are mixed in after
 * the first product; for an index below 2^32 they are 0 and change nothing.
 */
function mix(seed: number, index: number): number {
  let h = Math.imul(seed ^ Math.imul(index, 0x9e3779b1), 0x85ebca6b);
  h ^= Math.imul(Math.floor(index / 2 ** 32), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Random pairs `from` to `to` - 1 of these nodes: pair `i` depends on `seed` and `i` only, so that
 * chunks of any size ask the same queries.
 */
export function randomPairs(nodes: Uint32Array, seed: number, from: number, to: number): Queries {
  someNodes(nodes, 'nodes');
  aWord(seed, 'seed');
  anIndex(from, 'from');
  anIndex(to, 'to');
  if (to < from) refuse('to', to, `at least ${from}`);
  const count = to - from;
  if (count > 0 && nodes.length === 0) refuse('nodes.length', 0, 'at least 1');
  const source = new Uint32Array(count);
  const target = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    source[i] = nodes[mix(seed, 2 * (from + i)) % nodes.length];
    target[i] = nodes[mix(seed, 2 * (from + i) + 1) % nodes.length];
  }
  return { count, source, target };
}

/**
 * Road queries: cost, and path if asked for, of many pairs of nodes, by contraction hierarchy. A
 * worker holds the map once for all its threads.
 *
 * @example
 * const run = await cluster.submit(roadQueries, { graph, hierarchy, source, target });
 * const { cost } = await run.merge();
 * console.log(cost.length); // 2
 */
export const roadQueries: WorkKind<RoadWork, RoadAnswer> = {
  name: 'road-queries',
  version: 1,
  parallel: true,
  async plan(work, context) {
    const map = completeMap(work);
    const { graph } = map;
    const { source, target, random, result = 'cost', perChunk } = work;
    checkOptions('roadQueries', given({ random, result, perChunk }), WORK_RULES);
    const pairs = random === undefined ? checkedPairs(source, target, graph.nodeCount) : undefined;
    const count = random?.count ?? pairs!.length / 2;
    const seed = random?.seed ?? 1;
    aWord(seed, 'random.seed');
    const nodes = largestComponent(graph);
    if (nodes.length === 0 && count > 0) refuse('graph.nodeCount', 0, 'at least 1');
    const size = perChunk ?? calibrated(map, nodes, { result, seconds: context.chunkSeconds });
    const shape: RoadShape = {
      map: await putMap(map, context),
      result,
      count,
      pairs: pairs ? await context.put(new Uint8Array(pairs.buffer)) : null,
      seed,
    };
    return { shape: shape as unknown as Json, chunks: ranges(count, size) };
  },
  async run(chunk, context) {
    const [from, to] = chunk as unknown as readonly [number, number];
    const shape = context.shape as unknown as RoadShape;
    const queries = await queriesOf(shape, from, to, context);
    const options = { result: shape.result };
    const { threads } = context;
    if (threads === 1) return toArrays((await solverOn(shape.map, context)).run(queries, options));
    const pool = await poolOn(shape.map, context);
    return toArrays(await pool.run(queries, options));
  },
  async merge(parts, shape) {
    const { count } = shape as unknown as RoadShape;
    return joinRoutes(parts, count);
  },
};

const given = (options: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function checkedPairs(
  source: ArrayLike<number> | undefined,
  target: ArrayLike<number> | undefined,
  nodeCount: number,
): Uint32Array {
  list(source, 'source');
  checkLength(target, source!.length, 'target');
  checkNodes(source!, nodeCount, 'source');
  checkNodes(target!, nodeCount, 'target');
  return interleave(source!, target!);
}

function calibrated(
  { graph, hierarchy }: Required<RoadMap>,
  nodes: Uint32Array,
  { result, seconds }: { result: 'cost' | 'routes'; seconds: number },
): number {
  if (nodes.length === 0) return 1;
  const solver = createHierarchySolver(graph, hierarchy);
  try {
    const perQuery = secondsPerUnit((units) => {
      solver.run(randomPairs(nodes, 7, 0, units), { result });
    }, 65_536);
    // paths are long: fewer of them fit into a result
    const most = result === 'cost' ? MOST_PER_CHUNK : MOST_PER_CHUNK >> 4;
    return unitsPerChunk(seconds, perQuery, most);
  } finally {
    solver.destroy();
  }
}

/** Queries `from` to `to` - 1 of a run. */
export async function queriesOf(
  { pairs, seed, map }: RoadShape,
  from: number,
  to: number,
  context: RunContext,
): Promise<Queries> {
  if (pairs === null) {
    const nodes = await context.prepared(`nodes ${map.graph}`, async () =>
      largestComponent((await getMap(map, context)).graph),
    );
    return randomPairs(nodes, seed, from, to);
  }
  return pairsOf(pairs, [from, to], context);
}

function poolOn(map: StoredMap, context: RunContext): Promise<HierarchyPool> {
  return context.prepared(
    `pool ${map.graph} ${map.hierarchy}`,
    async () => {
      const { graph, hierarchy } = await getMap(map, context);
      return createHierarchyPool(graph, hierarchy, { threads: context.threads });
    },
    (pool) => pool.destroy(),
  );
}
