// Distances of hub labels on the device: device and wall time, and one thread of the CPU on the
// same queries. Distances are compared with those of the CPU bit for bit.
//
//   node --import tsx bench/hub-labels.ts [--case NY]… [--roads FOLDER] [--side 500]
//     [--queries 16777216] [--wave 1048576]… [--quick] [--json FILE]
//
// Without --case, or where a case has no file: made-up roads of side × side nodes.
// TEST_GPU=software measures the software driver (to check the program, not the figures)
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import {
  buildHubLabels,
  createHubLabelSolver,
  type HubLabels,
} from '@wayfield/cpu-wasm/hub-labels';
import type { Graph, Queries } from '@wayfield/graph';
import { random, roadGraph } from '@wayfield/graph/generators';
import { useSoftwareVulkan } from '@wayfield/testing/gpu';
import { createGpuHubLabelSolver } from '../src/hub-labels.ts';
import { requestDevice } from '../src/node.ts';
import { treeCases } from './sssp-cases.ts';

const least = (times: readonly number[]): number => Math.min(...times);
const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1];
/** Milliseconds of work that does not count: after a pause the clock of a GPU comes up slowly. */
const WARM_UP_MS = 2000;
const ROUNDS = 15;
/** Queries that one thread of the CPU answers too. */
const COMPARED = 400_000;

function randomPairs(nodeCount: number, count: number, seed: number): Queries {
  const next = random(seed);
  const node = (): number => next(nodeCount);
  return {
    count,
    source: Uint32Array.from({ length: count }, node),
    target: Uint32Array.from({ length: count }, node),
  };
}

interface Row {
  readonly [name: string]: string | number | boolean;
}

async function measure(
  device: GPUDevice,
  name: string,
  graph: Graph,
  flags: { readonly queries: number; readonly waves: readonly number[]; readonly quick: boolean },
): Promise<Row[]> {
  const { queries, waves, quick } = flags;
  const start = performance.now();
  const hierarchy = buildHierarchy(graph);
  const built = performance.now();
  const labels: HubLabels = buildHubLabels(hierarchy, { memoryBudget: 2 ** 32 });
  const labelled = performance.now();
  const { nodeCount, entryCount, byteLength, forward, backward } = labels;
  const rows: Row[] = [];
  const note = (row: Row): void => {
    rows.push({ case: name, ...row });
    console.log(JSON.stringify(rows.at(-1)));
  };
  note({
    nodes: nodeCount,
    arcs: graph.arcCount,
    hierarchyMs: built - start,
    labelsMs: labelled - built,
    entries: entryCount / nodeCount,
    oneSide: forward === backward,
    bytes: byteLength,
  });
  const asked = randomPairs(nodeCount, queries, 9);
  const some = Math.min(queries, COMPARED);
  const first = {
    count: some,
    source: asked.source.subarray(0, some),
    target: asked.target.subarray(0, some),
  };
  const cpu = createHubLabelSolver(graph, hierarchy, labels);
  const expected = cpu.distances(first).slice();
  const times: number[] = [];
  for (let k = 0; k < (quick ? 1 : 5); k++) {
    const from = performance.now();
    cpu.distances(first, { reuse: expected });
    times.push(performance.now() - from);
  }
  cpu.destroy();
  note({ queries: some, oneThreadUs: (1000 * least(times)) / some });

  for (const wave of waves) {
    const timed = await createGpuHubLabelSolver(device, labels, { timing: true, wave });
    const plain = await createGpuHubLabelSolver(device, labels, { wave });
    let cost: Float32Array = new Float32Array(queries);
    const warm = performance.now();
    do ({ cost } = await timed.distances(asked, { reuse: cost }));
    while (!quick && performance.now() - warm < WARM_UP_MS);
    const onDevice: number[] = [];
    const walls: number[] = [];
    for (let k = 0; k < (quick ? 1 : ROUNDS); k++) {
      onDevice.push((await timed.distances(asked, { reuse: cost })).deviceMs);
      const from = performance.now();
      await plain.distances(asked, { reuse: cost });
      walls.push(performance.now() - from);
    }
    let wrong = 0;
    for (let i = 0; i < some; i++) if (cost[i] !== expected[i]) wrong++;
    note({
      queries,
      wave,
      deviceMs: least(onDevice),
      deviceMedianMs: median(onDevice),
      deviceMillionsPerSecond: queries / least(onDevice) / 1000,
      wallMs: least(walls),
      wallMedianMs: median(walls),
      wallMillionsPerSecond: queries / least(walls) / 1000,
      overOneThread: least(times) / some / (least(walls) / queries),
      gpuBytes: plain.memoryBytes,
      wrong,
    });
    timed.destroy();
    plain.destroy();
  }
  return rows;
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      case: { type: 'string', multiple: true, default: [] },
      roads: { type: 'string' },
      side: { type: 'string', default: '500' },
      queries: { type: 'string', default: String(1 << 24) },
      wave: { type: 'string', multiple: true, default: [String(1 << 20), String(1 << 22)] },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const { quick } = flags;
  const folder =
    flags.roads ?? fileURLToPath(new URL('../../../../shared/data/road', import.meta.url));
  const allowSoftware = process.env.TEST_GPU === 'software';
  if (allowSoftware) useSoftwareVulkan();
  const device = await requestDevice({
    allowSoftware,
    dawn: ['disable-dawn-features=timestamp_quantization'],
  });
  device.addEventListener('uncapturederror', (event) => {
    console.log((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
  });
  const { vendor, architecture, description } = device.adapterInfo;
  console.log([vendor, architecture, description].filter(Boolean).join(', '));
  const side = quick ? 30 : Number(flags.side);
  const graphs = new Map<string, Graph>();
  for (const { name, load } of treeCases(folder).filter((item) => flags.case.includes(item.name))) {
    const graph = (await load()) as Graph | undefined;
    if (graph) graphs.set(name, graph);
    else console.log(`${name}: no file in ${folder}`);
  }
  if (graphs.size === 0) {
    // whole metres, as road networks have them: sums are exact
    const made = roadGraph(side, side, { seed: 6 });
    made.weight.forEach((w, a) => (made.weight[a] = Math.max(1, Math.round(w))));
    graphs.set(`made-up roads, ${side} x ${side}`, { ...made, heuristicScale: 0 });
  }
  const waves = quick ? [256] : flags.wave.map(Number);
  const rows: Row[] = [];
  for (const [name, graph] of graphs) {
    const queries = quick ? 1000 : Number(flags.queries);
    rows.push(...(await measure(device, name, graph, { queries, waves, quick })));
  }
  if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(rows, null, 1));
  device.destroy();
  process.exit(0);
}

await main();
