// Matrices of positions by a GPU: device and wall time, as JSON, a line per case. Costs are
// compared with those of one thread, bit for bit: all of up to 1,000 rows, else the first rows.
//
//   node --import tsx bench/gpu-matrix.ts [--network FILE.osm.pbf] [--side 250]
//     [--sizes 1000,10000] [--seconds 50] [--quick] [--json FILE]
//
// --network  an extract of OpenStreetMap; without it a made-up network of side * side junctions
// --sizes    rows, and columns, of each case
// --seconds  after which a case begins no further round; progress goes to stderr
// --quick    50 x 50 positions on a small network (for the software device: TEST_GPU=software)
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { requestDevice } from '@wayfield/gpu-core/node';
import { createGpuHierarchySolver, type GpuHierarchySolver } from '@wayfield/gpu/hierarchy';
import { random, roadGraph } from '@wayfield/graph/generators';
import { loadGeoJson, readOsm, type RoadNetwork } from '@wayfield/osm';
import {
  buildRouting,
  createRoadIndex,
  type RoadPoint,
  type RoutingNetwork,
} from '../src/index.ts';
import { createAsyncMatrix, createMatrix } from '../src/matrix.ts';

/** After a pause the clock of a GPU comes up slowly. */
const WARM_UP_MS = 2000;
const SEED = 1;
/** Metres per degree of latitude. */
const DEGREE = 111_195;

/** Rounds of a measurement. */
const ROUNDS = 5;
/** Rows of a large case that are compared. */
const COMPARED_ROWS = 64;

const { values: flags } = parseArgs({
  options: {
    network: { type: 'string' },
    side: { type: 'string' },
    sizes: { type: 'string' },
    seconds: { type: 'string', default: '50' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
if (process.env.TEST_GPU === 'software') {
  const { useSoftwareVulkan } = await import('@wayfield/testing/gpu');
  useSoftwareVulkan();
}
const begun = performance.now();
const rows: object[] = [];
/** Tells how far the program is, so that a run that is ended early says where. */
const progress = (what: string): void => {
  console.error(`${((performance.now() - begun) / 1000).toFixed(1)} s: ${what}`);
};
const note = (row: object): void => {
  rows.push(row);
  console.log(JSON.stringify(row));
};

/** Every pair of neighbours of a made-up road graph as a straight street. */
function madeUp(side: number): RoadNetwork {
  const { nodeCount, firstOut, head, x, y } = roadGraph(side, side, { seed: SEED });
  const placeOf = (u: number): [number, number] => [12 + x![u] / DEGREE, y![u] / DEGREE];
  const coordinates: [number, number][][] = [];
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      if (u < head[a]) coordinates.push([placeOf(u), placeOf(head[a])]);
    }
  }
  return loadGeoJson(
    { type: 'MultiLineString', coordinates },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
}

function randomPoints(routing: RoutingNetwork, count: number, seed: number): RoadPoint[] {
  const next = random(seed);
  const index = createRoadIndex(routing);
  const { roads } = routing.network;
  return Array.from({ length: count }, () => {
    const road = next(roads.count);
    const p = roads.firstPoint[road];
    const lon = (roads.lonE7[p] + roads.lonE7[p + 1]) / 2e7;
    const lat = (roads.latE7[p] + roads.latE7[p + 1]) / 2e7;
    // without a filter: one that lets a single road through looks at all roads, 28 ms each time
    return index.snap(lon, lat)!;
  });
}

/** A whole matrix in rows. */
interface Drained {
  readonly ms: number;
  /** Until the solver is called: arguments are checked, positions become parts of arcs. */
  readonly beforeMs: number;
  readonly deviceMs: number;
  readonly blocks: number;
  /** Keeps the rows from being for nothing. */
  readonly sum: number;
}

interface Case {
  readonly routing: RoutingNetwork;
  readonly solver: GpuHierarchySolver;
  readonly points: readonly RoadPoint[];
}

async function drain({ routing, solver, points }: Case): Promise<Drained> {
  let [blocks, sum, deviceMs, beforeMs] = [0, 0, 0, 0];
  const start = performance.now();
  const made = createAsyncMatrix(routing, {
    async *tableRows(...given) {
      beforeMs = performance.now() - start;
      for await (const part of solver.tableRows(...given)) {
        deviceMs += part.deviceMs;
        yield part;
      }
    },
  });
  for await (const { count, cost } of made.rows(points, points)) {
    blocks++;
    for (let i = 0; i < count; i++) sum += cost[i * points.length];
  }
  return { ms: performance.now() - start, beforeMs, deviceMs, blocks, sum };
}

/** Up to ROUNDS rounds, none begun after `end`, and warm-up rounds before. */
async function rounds(one: Case, what: string, warmUpMs: number, end: number): Promise<Drained[]> {
  const found: Drained[] = [];
  const warm = performance.now() + warmUpMs;
  for (let k = 0; k === 0 || (found.length < ROUNDS && performance.now() < end); k++) {
    const isWarm = performance.now() >= warm;
    const round = await drain(one);
    if (isWarm || performance.now() >= end) found.push(round);
    if (k === 0 || isWarm) progress(`${what}, round ${k}: ${round.ms.toFixed(1)} ms`);
  }
  return found;
}

const least = (all: readonly Drained[], of: (one: Drained) => number): number =>
  Math.min(...all.map(of));

async function measure(device: GPUDevice, routing: RoutingNetwork, size: number): Promise<void> {
  const end = performance.now() + Number(flags.seconds) * 1000;
  const points = randomPoints(routing, size, SEED + size);
  progress(`${size} positions made`);
  const solverOf = (timing: boolean): Promise<GpuHierarchySolver> =>
    createGpuHierarchySolver(device, routing.hierarchy, { timing, memoryBudget: 2 ** 32 });
  const timed = await solverOf(true);
  const onDevice = await rounds({ routing, solver: timed, points }, `${size}, timed`, 0, end);
  timed.destroy();
  const solver = await solverOf(false);
  const warmUp = flags.quick ? 0 : WARM_UP_MS;
  const walls = await rounds({ routing, solver, points }, `${size}`, warmUp, end);
  const { differing, compared, oneThreadMs } = await compare({ routing, solver, points });
  note({
    case: `${size} x ${size}`,
    deviceMs: least(onDevice, ({ deviceMs }) => deviceMs),
    wallMs: walls.map(({ ms }) => ms).sort((a, b) => a - b)[walls.length >> 1],
    leastWallMs: least(walls, ({ ms }) => ms),
    beforeSolverMs: least(walls, ({ beforeMs }) => beforeMs),
    rounds: walls.length,
    blocks: walls[0].blocks,
    oneThreadMs,
    differing,
    compared,
  });
  solver.destroy();
  if (differing > 0) process.exitCode = 1;
}

/** Compares the first rows with those of one thread. */
async function compare({ routing, solver, points }: Case): Promise<{
  readonly differing: number;
  readonly compared: number;
  readonly oneThreadMs: number;
}> {
  const some = points.length > 1000 ? points.slice(0, COMPARED_ROWS) : points;
  const matrix = createMatrix(routing);
  matrix.costs(some, points);
  const start = performance.now();
  const right = matrix.costs(some, points);
  const oneThreadMs = performance.now() - start;
  matrix.destroy();
  let [differing, compared] = [0, 0];
  // all rows are made, so that the ones compared are part of a large wave
  for await (const { first, cost } of createAsyncMatrix(routing, solver).rows(points, points)) {
    const from = first * points.length;
    for (let k = 0; k < cost.length && from + k < right.length; k++, compared++) {
      if (cost[k] !== right[from + k]) differing++;
    }
  }
  return { differing, compared, oneThreadMs };
}

const device = await requestDevice({
  dawn: ['disable-dawn-features=timestamp_quantization'],
  allowSoftware: process.env.TEST_GPU === 'software',
});
device.addEventListener('uncapturederror', (event) => {
  console.log((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
});
const { vendor, architecture, description } = device.adapterInfo;
const network = flags.network
  ? await readOsm(new Uint8Array(readFileSync(flags.network)), {
      profile: 'car',
      weight: 'seconds',
    })
  : madeUp(Number(flags.side ?? (flags.quick ? 15 : 250)));
progress('network made');
const start = performance.now();
const routing = buildRouting(network);
const { nodeCount } = routing.graph;
note({
  device: [vendor, architecture, description].filter(Boolean).join(', '),
  network: flags.network ?? 'made up',
  nodeCount,
  buildMs: performance.now() - start,
});
const sizes = flags.sizes ?? (flags.quick ? '50' : '1000,10000');
for (const size of sizes.split(',')) await measure(device, routing, Number(size));
if (flags.json) writeFileSync(flags.json, `${JSON.stringify(rows, null, 1)}\n`);
device.destroy();
