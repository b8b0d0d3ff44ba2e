// One program on one scene in a process of its own, so that it may fill the memory, hang or die: prints how long it took
// and what its paths are. `find-child.js PROGRAM PER_SIDE SEED QUERIES`
import { median } from '../report/statistics.ts';
import { type ConvexScene, convexScene, deepest } from './convex-scene.ts';
import type { FinderOnMesh } from './finder.ts';
import { MESH_FINDERS } from './programs.ts';

/** What the process prints, a line after each stage, so that one that is ended has told what it did. Times are milliseconds of the processor: others use the machine too. */
export interface Found {
  /** The first time, when nothing is compiled; the median of the next ones, the same where there was no time for them. */
  readonly coldMs: number;
  readonly buildMs: number;
  /** A query, one at a time, in the median pass over them; null before there was one. */
  readonly queryMs: number | null;
  /** The same where all are asked in one call; null where that cannot be. */
  readonly allMs: number | null;
  /** Passes over the queries that were timed. */
  readonly passes: number;
  /** Of the queries that there was time for, in order: the length of the path; null where it ends elsewhere or nowhere. */
  readonly lengths: readonly (number | null)[];
  /** Paths that run through an obstacle, deeper than voxels account for; and how deep the deepest does. */
  readonly through: number;
  readonly deepest: number;
}

/** A build is repeated for so long, queries too; both are done once whatever it takes. */
const REPEAT_MS = 1200;
const MOST_REPEATS = 25;
/** Time for the first pass over the queries; what was not asked then is not asked again. */
const FIRST_PASS_MS = 2500;
/** A path that ends further from its target ends elsewhere. */
const AT_TARGET = 0.5;
/** Voxels are 0.3 wide, and outlines are simplified by 1.3 of them. */
const THROUGH = 0.4;

/** Processor time so far, milliseconds. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function time(run: () => void): number {
  const before = now();
  run();
  return now() - before;
}

/** The times of runs that follow each other. */
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

/** The first pass, and what the paths are. */
function askAll(mesh: FinderOnMesh, scene: ConvexScene): Partial<Found> {
  const paths: number[][] = [];
  const end = now() + FIRST_PASS_MS;
  for (const query of scene.queries) {
    if (now() > end) break;
    paths.push(mesh.path(mesh.find(...query) as never));
  }
  const lengths = paths.map((path, i) => {
    const [, , x, y] = scene.queries[i]!;
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
    length += Math.hypot(path[i + 2]! - path[i]!, path[i + 3]! - path[i + 1]!);
  return length;
}

const [name, ...numbers] = process.argv.slice(2) as [string, string, string, string];
const [perSide, seed, count] = numbers.map(Number) as [number, number, number];
// what libraries say on their own goes elsewhere
console.log = console.warn;
await measure(name, perSide, seed, count);
