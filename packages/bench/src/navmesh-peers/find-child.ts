// One program on one scene in a process of its own, so that it may fill the memory, hang or die: prints how long it took
// and what its paths are. `find-child.js PROGRAM PER_SIDE SEED QUERIES`
import { convexScene, deepest } from './convex-scene.ts';
import { MESH_FINDERS } from './programs.ts';

/** What the process prints. Times are milliseconds of the processor: others use the machine too. */
export interface Found {
  /** The first time, when nothing is compiled; the median of the next ones, where there was time for them. */
  readonly coldMs: number;
  readonly buildMs: number;
  /** One query, one at a time; and where all can be asked in one call, a query of these. Medians over passes. */
  readonly queryMs: number;
  readonly allMs: number | null;
  /** Of the queries that there was time for, in order: the length of the path; null where it ends elsewhere or nowhere. */
  readonly lengths: readonly (number | null)[];
  /** Paths that run through an obstacle, deeper than voxels account for; and how deep the deepest does. */
  readonly through: number;
  readonly deepest: number;
}

/** A build is repeated for so long, queries too. */
const REPEAT_MS = 1500;
const MOST_REPEATS = 15;
/** Time for the first pass over the queries; what was not asked then is not asked again. */
const FIRST_PASS_MS = 6000;
/** A path that ends further from its target ends elsewhere. */
const AT_TARGET = 0.5;
/** Voxels are 0.3 wide, and outlines are simplified by 1.3 of them. */
const THROUGH = 0.4;

/** Processor time of `run`, milliseconds. */
function time(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function repeat(run: () => void): number {
  const times: number[] = [];
  const end = performance.now() + REPEAT_MS;
  while (times.length < MOST_REPEATS && (times.length === 0 || performance.now() < end))
    times.push(time(run));
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

async function measure(name: string, perSide: number, seed: number, count: number): Promise<Found> {
  const program = MESH_FINDERS.find((one) => one.name === name);
  if (!program) throw new Error(`unknown program '${name}'`);
  const scene = convexScene(perSide, seed, count);
  const { build } = await program.prepare(scene);
  let mesh = build();
  const again = (): void => {
    mesh.destroy();
    mesh = build();
  };
  mesh.destroy();
  const coldMs = time(() => (mesh = build()));
  const buildMs = coldMs < REPEAT_MS ? repeat(again) : coldMs;
  const lengths: (number | null)[] = [];
  let [through, most] = [0, 0];
  const begun = performance.now();
  for (const query of scene.queries) {
    if (performance.now() - begun > FIRST_PASS_MS) break;
    const path = mesh.path(mesh.find(...query) as never);
    const [, , x, y] = query;
    const [endX = NaN, endY = NaN] = path.slice(-2);
    lengths.push(Math.hypot(endX - x, endY - y) <= AT_TARGET ? lengthOf(path) : null);
    const depth = deepest(scene, path);
    if (depth > THROUGH) through++;
    most = Math.max(most, depth);
  }
  const asked = scene.queries.slice(0, lengths.length);
  const pass = (): void => {
    for (const [ax, ay, bx, by] of asked) mesh.find(ax, ay, bx, by);
  };
  pass();
  const queryMs = repeat(pass) / asked.length;
  const { all } = mesh;
  if (all) all();
  const allMs = all ? repeat(all) / count : null;
  mesh.destroy();
  return { coldMs, buildMs, queryMs, allMs, lengths, through, deepest: most };
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
process.stdout.write(JSON.stringify(await measure(name, perSide, seed, count)));
