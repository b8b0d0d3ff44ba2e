// Runs one program on one scene in a process of its own, so that the program may fill the memory,
// hang or die. It prints times and paths. `find-child.js PROGRAM PER_SIDE SEED QUERIES`
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import {
  type ConvexScene,
  convexScene,
  deepest,
} from '@wayfield/bench/internal/meshes/measure/convex-scene';
import type { FinderOnMesh } from './finder.ts';
import { MESH_FINDERS } from './programs.ts';

/**
 * What the process prints: a line after each stage, so that the results of the stages that a killed
 * process finished are known. Times are milliseconds of the processor, because other programs use
 * the machine too.
 */
export interface Found {
  /**
   * `coldMs`: the first build, before anything is compiled. `buildMs`: the median of the next
   * builds, or the first one again where there was no time for more.
   */
  readonly coldMs: number;
  readonly buildMs: number;
  /** Time per query asked one at a time, in the median pass; null before the first pass. */
  readonly queryMs: number | null;
  /** Time per query with all queries in one call; null where the program has no such call. */
  readonly allMs: number | null;
  /** Passes over the queries that were timed. */
  readonly passes: number;
  /**
   * Path lengths of the queries that there was time for, in order; null where a path ends elsewhere
   * or nowhere.
   */
  readonly lengths: readonly (number | null)[];
  /** Paths that run through an obstacle deeper than voxels explain, and the greatest depth. */
  readonly through: number;
  readonly deepest: number;
}

/**
 * Builds, passes over the queries and calls with all queries are each repeated for this long, and
 * at most `MOST_REPEATS` times; each is done at least once.
 */
const REPEAT_MS = 1200;
const MOST_REPEATS = 25;
/** Time for the first pass; a query that it did not reach is never asked. */
const FIRST_PASS_MS = 2500;
/** A path that ends further from its target counts as ending elsewhere; in metres. */
const AT_TARGET = 0.5;
/**
 * Metres that a path may run inside an obstacle. Outlines made from voxels of 0.3 m may be 1.3
 * voxels (0.39 m) off, `MAX_ERROR` in voxel-finders.ts.
 */
const THROUGH = 0.4;

/** Processor time of this process in milliseconds. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function time(run: () => void): number {
  const before = now();
  run();
  return now() - before;
}

/** The times of repeated runs. */
function repeat(run: () => void): number[] {
  const times: number[] = [];
  const end = now() + REPEAT_MS;
  while (times.length < MOST_REPEATS && (times.length === 0 || now() < end)) times.push(time(run));
  return times;
}

function say(found: Found): void {
  process.stdout.write(`${JSON.stringify(found)}\n`);
}

async function measure(name: string, perSide: number, seed: number, count: number): Promise<void> {
  const program = MESH_FINDERS.find((one) => one.name === name);
  if (!program) throw new Error(`unknown program '${name}'`);
  const scene = convexScene(perSide, seed, count);
  const { build } = await program.prepare(scene);
  let mesh!: FinderOnMesh;
  const coldMs = time(() => (mesh = build()));
  let found: Found = {
    coldMs,
    buildMs: coldMs,
    queryMs: null,
    allMs: null,
    passes: 0,
    lengths: [],
    through: 0,
    deepest: 0,
  };
  say(found);
  if (coldMs < REPEAT_MS) {
    const times = repeat(() => {
      mesh.destroy();
      mesh = build();
    });
    found = { ...found, buildMs: median(times) };
  }
  found = { ...found, ...askAll(mesh, scene) };
  say(found);
  const asked = scene.queries.slice(0, found.lengths.length);
  const passes = repeat(() => {
    for (const [ax, ay, bx, by] of asked) mesh.find(ax, ay, bx, by);
  });
  const { all } = mesh;
  const allMs = all ? median(repeat(all)) / count : null;
  say({ ...found, queryMs: median(passes) / asked.length, passes: passes.length, allMs });
  mesh.destroy();
}

/** The first pass over the queries, and its paths. */
function askAll(mesh: FinderOnMesh, scene: ConvexScene): Partial<Found> {
  const paths: number[][] = [];
  const end = now() + FIRST_PASS_MS;
  for (const query of scene.queries) {
    if (now() > end) break;
    paths.push(mesh.path(mesh.find(...query) as never));
  }
  const lengths = paths.map((path, i) => {
    const [, , x, y] = scene.queries[i];
    const [endX = NaN, endY = NaN] = path.slice(-2);
    return Math.hypot(endX - x, endY - y) <= AT_TARGET ? lengthOf(path) : null;
  });
  const depths = paths.map((path) => deepest(scene, path));
  return {
    lengths,
    through: depths.filter((depth) => depth > THROUGH).length,
    deepest: depths.reduce((most, depth) => Math.max(most, depth), 0),
  };
}

function lengthOf(path: readonly number[]): number {
  let length = 0;
  for (let i = 0; i + 3 < path.length; i += 2)
    length += Math.hypot(path[i + 2] - path[i], path[i + 3] - path[i + 1]);
  return length;
}

const [name, ...numbers] = process.argv.slice(2) as [string, string, string, string];
const [perSide, seed, count] = numbers.map(Number) as [number, number, number];
// the messages of libraries go to stderr
console.log = console.warn;
await measure(name, perSide, seed, count);
