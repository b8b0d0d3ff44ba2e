// Studies of the bench: many solvers on one map, of which every answer is compared.
import { type BenchSolver, chooseSolvers, type Problem } from '@wayfield/bench';
import { checkLength, checkOptions, list, listOf, object, text, whole } from '@wayfield/check';
import {
  buildGrid,
  checkNodes,
  type Graph,
  type Grid,
  isGrid,
  nodeCountOf,
  type Queries,
  readGraph,
  writeGraph,
} from '@wayfield/graph';
import type { Arrays, Json, RunContext, WorkKind } from '../types.ts';
import { ranges } from './calibrate.ts';
import { interleave, pairsOf } from './road-arrays.ts';

/** What `solverStudies` computes. */
export interface StudyWork {
  readonly map: Grid | Graph;
  readonly source: ArrayLike<number>;
  readonly target: ArrayLike<number>;
  /** Names of solvers, as for `chooseSolvers` of the bench. */
  readonly solvers: readonly string[];
  /** Queries in a chunk. Default 200. */
  readonly perChunk?: number;
}

/**
 * Answers of all solvers, solver after solver: that of solver s to query i stands under s * count +
 * i. No times: those of machines that do other work too are no study.
 */
export interface StudyAnswer {
  readonly status: Uint8Array;
  readonly cost: Float64Array;
  /** Nodes of the path. */
  readonly length: Uint32Array;
  /** Nodes that the search settled; 0 where the solver does not count them. */
  readonly settled: Uint32Array;
}

interface Shape {
  readonly map: string;
  /** Null: the map is a graph. */
  readonly grid: Omit<Grid, 'cost' | 'buffer'> | null;
  readonly pairs: string;
  readonly count: number;
  readonly solvers: readonly string[];
}

const anObject = object({}, 'a study');
const WORK_RULES = { solvers: listOf(text), perChunk: whole(1, 1 << 20) };

/**
 * Answers and counts of several solvers to the same queries.
 *
 * @example
 * const work = { map: grid, source, target, solvers: ['dijkstra', 'astar', 'jps'] };
 * const { settled } = await (await cluster.submit(solverStudies, work)).merge();
 * console.log(settled.join()); // 100,93,10,8,1,1
 */
export const solverStudies: WorkKind<StudyWork, StudyAnswer> = {
  name: 'solver-studies',
  version: 1,
  async plan(work, context) {
    anObject(work, 'work');
    const { map, source, target, solvers, perChunk = 200 } = work;
    checkOptions('solverStudies', { solvers, perChunk }, WORK_RULES);
    list(source, 'source');
    checkLength(target, source.length, 'target');
    checkNodes(source, nodeCountOf(map), 'source');
    checkNodes(target, nodeCountOf(map), 'target');
    for (const name of solvers) checkSolver(name, map);
    const pairs = interleave(source, target);
    const shape: Shape = {
      map: await context.put(
        isGrid(map) ? new Uint8Array(map.cost.slice().buffer) : writeGraph(map),
      ),
      grid: isGrid(map) ? shapeOf(map) : null,
      pairs: await context.put(new Uint8Array(pairs.buffer)),
      count: source.length,
      solvers,
    };
    // a chunk is a range of the queries for one solver
    const some = ranges(source.length, perChunk);
    const chunks = solvers.flatMap((_, s) => some.map((range) => [s, ...range] as const));
    return { shape: shape as unknown as Json, chunks };
  },
  async run(chunk, context) {
    const shape = context.shape as unknown as Shape;
    const [solver, ...range] = chunk as unknown as readonly [number, number, number];
    const queries = await pairsOf(shape.pairs, range, context);
    return answers(await problemOf(shape, context), solverOf(shape.solvers[solver]), queries);
  },
  async merge(parts, shape) {
    const { count, solvers } = shape as unknown as Shape;
    const all = count * solvers.length;
    const [status, cost] = [new Uint8Array(all), new Float64Array(all)];
    const [length, settled] = [new Uint32Array(all), new Uint32Array(all)];
    let at = 0;
    for await (const { arrays } of parts) {
      status.set(arrays.status as Uint8Array, at);
      cost.set(arrays.cost as Float64Array, at);
      length.set(arrays.length as Uint32Array, at);
      settled.set(arrays.settled as Uint32Array, at);
      at += arrays.status.length;
    }
    return { status, cost, length, settled };
  },
};

const shapeOf = ({ width, height, neighbours, corners }: Grid): NonNullable<Shape['grid']> => ({
  width,
  height,
  neighbours,
  corners,
});

function solverOf(name: string): BenchSolver {
  return chooseSolvers({ names: [name] }).solvers[0];
}

const noQueries: Queries = { count: 0, source: new Uint32Array(0), target: new Uint32Array(0) };
const problemOn = (data: Grid | Graph, queries: Queries): Problem => ({
  name: 'study',
  description: 'a study on a cluster',
  data,
  queries,
});

function checkSolver(name: string, map: Grid | Graph): void {
  const reason = solverOf(name).refuse(problemOn(map, noQueries));
  if (reason !== undefined) throw new RangeError(`solver '${name}' cannot run here: ${reason}`);
}

function problemOf({ map, grid }: Shape, context: RunContext): Promise<Grid | Graph> {
  return context.prepared(`study ${map} ${JSON.stringify(grid)}`, async () => {
    const bytes = new Uint8Array(await context.input(map));
    if (grid === null) return readGraph(bytes);
    return buildGrid({ ...grid, cost: new Float32Array(bytes.buffer) });
  });
}

async function answers(data: Grid | Graph, solver: BenchSolver, queries: Queries): Promise<Arrays> {
  const { count, source, target } = queries;
  const built = await solver.build(problemOn(data, queries));
  try {
    const [status, cost] = [new Uint8Array(count), new Float64Array(count)];
    const [length, settled] = [new Uint32Array(count), new Uint32Array(count)];
    const { ask, answer } = built;
    if (ask === undefined || answer === undefined) {
      throw new Error(`solver '${solver.name}' answers batches only`);
    }
    for (let i = 0; i < count; i++) {
      ask(source[i], target[i]);
      const one = answer();
      [status[i], cost[i]] = [one.status, one.cost];
      [length[i], settled[i]] = [one.path.length, one.settled ?? 0];
    }
    return { status, cost, length, settled };
  } finally {
    await built.destroy();
  }
}
