// Matrices of positions by a GPU: device and wall time, as JSON, a line per case. The costs of the
// first case are compared with those of one thread, bit for bit.
//
//   node --import tsx bench/gpu-matrix.ts [--network FILE.osm.pbf] [--side 250] [--quick]
//     [--json FILE]
//
// --network  an extract of OpenStreetMap; without it a made-up network of side * side junctions
// --quick    50 x 50 positions on a small network (for the software device: TEST_GPU=software)
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { requestDevice } from '@wayfield/gpu-core/node';
import { createGpuHierarchySolver } from '@wayfield/gpu/hierarchy';
import { random, roadGraph } from '@wayfield/graph/generators';
import { loadGeoJson, readOsm, type RoadNetwork } from '@wayfield/osm';
import {
  buildRouting,
  createRoadIndex,
  type RoadPoint,
  type RoutingNetwork,
} from '../src/index.ts';
import { createAsyncMatrix, createMatrix, type AsyncMatrix } from '../src/matrix.ts';

/** After a pause the clock of a GPU comes up slowly. */
const WARM_UP_MS = 2000;
const SEED = 1;
/** Metres per degree of latitude. */
const DEGREE = 111_195;

const { values: flags } = parseArgs({
  options: {
    network: { type: 'string' },
    side: { type: 'string', default: '250' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
if (process.env.TEST_GPU === 'software') {
  const { useSoftwareVulkan } = await import('@wayfield/testing/gpu');
  useSoftwareVulkan();
}
const rows: object[] = [];
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
    return index.snap(lon, lat, { filter: (r) => r === road })!;
  });
}

/** All rows of a matrix in turn; a sum keeps the rows from being for nothing. */
async function drain(
  made: AsyncMatrix,
  points: readonly RoadPoint[],
): Promise<{ ms: number; blocks: number; sum: number }> {
  const start = performance.now();
  let [blocks, sum] = [0, 0];
  for await (const { count, cost } of made.rows(points, points)) {
    blocks++;
    for (let i = 0; i < count; i++) sum += cost[i * points.length];
  }
  return { ms: performance.now() - start, blocks, sum };
}

async function measure(device: GPUDevice, routing: RoutingNetwork, size: number): Promise<void> {
  const points = randomPoints(routing, size, SEED + size);
  const timedSolver = await createGpuHierarchySolver(device, routing.hierarchy, {
    timing: true,
    memoryBudget: 2 ** 32,
  });
  const deviceTimes: number[] = [];
  const timed = createAsyncMatrix(routing, {
    async *tableRows(sources, targets, options) {
      let total = 0;
      for await (const part of timedSolver.tableRows(sources, targets, options)) {
        total += part.deviceMs;
        yield part;
      }
      deviceTimes.push(total);
    },
  });
  const times = flags.quick ? 1 : 5;
  for (let k = 0; k < times; k++) await drain(timed, points);
  timedSolver.destroy();

  const solver = await createGpuHierarchySolver(device, routing.hierarchy, {
    memoryBudget: 2 ** 32,
  });
  const made = createAsyncMatrix(routing, solver);
  const end = performance.now() + (flags.quick ? 0 : WARM_UP_MS);
  do await drain(made, points);
  while (performance.now() < end);
  const walls: Awaited<ReturnType<typeof drain>>[] = [];
  for (let k = 0; k < times; k++) walls.push(await drain(made, points));
  const row = {
    case: `${size} x ${size}`,
    deviceMs: Math.min(...deviceTimes),
    wallMs: walls.map(({ ms }) => ms).sort((a, b) => a - b)[walls.length >> 1],
    leastWallMs: Math.min(...walls.map(({ ms }) => ms)),
    blocks: walls[0].blocks,
  };
  if (size > 1000) {
    solver.destroy();
    return note(row);
  }
  const matrix = createMatrix(routing);
  matrix.costs(points, points);
  const start = performance.now();
  const right = matrix.costs(points, points);
  const oneThreadMs = performance.now() - start;
  const costs = await made.costs(points, points);
  const differing = costs.reduce((sum, cost, k) => sum + (cost === right[k] ? 0 : 1), 0);
  note({ ...row, oneThreadMs, differing, compared: costs.length });
  matrix.destroy();
  solver.destroy();
  if (differing > 0) process.exitCode = 1;
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
  : madeUp(flags.quick ? 15 : Number(flags.side));
const start = performance.now();
const routing = buildRouting(network);
const { nodeCount } = routing.graph;
note({
  device: [vendor, architecture, description].filter(Boolean).join(', '),
  network: flags.network ?? 'made up',
  nodeCount,
  buildMs: performance.now() - start,
});
for (const size of flags.quick ? [50] : [1000, 10_000]) await measure(device, routing, size);
if (flags.json) writeFileSync(flags.json, `${JSON.stringify(rows, null, 1)}\n`);
device.destroy();
