// Two GPUs against one: sweeps and batches of queries on the roads of Florida, in the processes of
// `createGpuCrew`, without a database. The same work is done by each process alone and by both, in
// turns. The control runs two processes that see the same GPU: what hiding the other one changes.
// Prints JSON lines; the last one holds the ratios.
//
//   node two-gpus.mjs [--map FLA.pace.gr.gz] [--sources 2048] [--queries 1000000] [--seconds 2]
//     [--rounds 5] [--no-control] [--software]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createGpuHierarchySolver } from '@wayfield/gpu/hierarchy';
import { requestDevice } from '@wayfield/gpu-core/node';
import { buildGraph } from '@wayfield/graph';
import { parseDimacsGraph } from '@wayfield/graph/formats';
import { random, roadGraph } from '@wayfield/graph/generators';
import { readHierarchy, writeHierarchy } from '@wayfield/graph/hierarchy';
import { createGpuCrew, planGpuCrew, thisGpuMachine } from '../dist/worker/gpu-crew.js';

const { values: flags } = parseArgs({
  options: {
    map: { type: 'string' },
    sources: { type: 'string', default: '2048' },
    queries: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    'no-control': { type: 'boolean', default: false },
    software: { type: 'boolean', default: false },
    // of the processes that this program starts
    port: { type: 'string' },
    hierarchy: { type: 'string' },
  },
});
const sourceCount = Number(flags.sources);
const queryCount = Number(flags.queries);
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
const WHATS = ['sweeps', 'sweeps, distances read', 'queries'];
/** Sources of a sweep that stays on the device, and of one whose distances are read. */
const WAVE = 256;
const READ_WAVE = 64;
/** Seconds of work before each measurement: the clock of an idle GPU comes up slowly. */
const WARM_UP = 2;
const SHORT_WARM_UP = Math.min(0.5, seconds / 4);
/** Queries whose costs are compared with those of the CPU. */
const COMPARED = 1000;
const PROCESSES = 2;
const print = (row) => console.log(JSON.stringify(row));
/** Of an odd number of values. */
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const shaOf = (array) =>
  createHash('sha256')
    .update(new Uint8Array(array.buffer, 0, array.byteLength))
    .digest('hex');

function drawNodes(nodeCount, count, seed) {
  const next = random(seed);
  return Uint32Array.from({ length: count }, () => next(nodeCount));
}

const pairs = (nodeCount, seed) => ({
  count: queryCount,
  source: drawNodes(nodeCount, queryCount, seed),
  target: drawNodes(nodeCount, queryCount, seed + 100),
});

if (flags.port === undefined) await main();
else await serve(Number(flags.port), flags.hierarchy);
process.exit(0);

/** A process with one GPU: does the parts of the work that the other side of its socket names. */
async function serve(port, file) {
  // a file in memory is what processes can share
  const hierarchy = readHierarchy(readFileSync(file));
  const { nodeCount } = hierarchy;
  const device = await requestDevice({ allowSoftware: flags.software });
  const solver = await createGpuHierarchySolver(device, hierarchy, { memoryBudget: 2 ** 31 - 16 });
  const sources = drawNodes(nodeCount, sourceCount, 3);
  const batches = [pairs(nodeCount, 5), pairs(nodeCount, 6)];
  let rows = [];
  let cost = new Float32Array(queryCount);
  const wave = (size, part) => sources.subarray(part * size, (part + 1) * size);
  const works = {
    sweeps: {
      parts: Math.ceil(sourceCount / WAVE),
      run: (part) => solver.runResident(wave(WAVE, part)),
    },
    'sweeps, distances read': {
      parts: Math.ceil(sourceCount / READ_WAVE),
      async run(part) {
        rows = await solver.distances(wave(READ_WAVE, part), { reuse: rows });
      },
    },
    queries: {
      parts: PROCESSES,
      async run(part) {
        ({ cost } = await solver.run(batches[part % batches.length], { reuse: cost }));
      },
    },
  };
  const commands = {
    /** Repeats the work for a while; answers the seconds of one pass over all of its parts. */
    async warm({ what, forSeconds }) {
      const { parts, run } = works[what];
      const started = performance.now();
      let [done, firstMs] = [0, 0];
      do {
        await run(done++ % parts);
        // the first call allocates
        if (done === 1) firstMs = performance.now() - started;
      } while (performance.now() - started < 1000 * forSeconds || done < 2);
      const ms = performance.now() - started - firstMs;
      return { parts, pass: (parts * ms) / 1000 / (done - 1) };
    },
    async part({ what, part }) {
      const { parts, run } = works[what];
      await run(part % parts);
      return {};
    },
    async answers() {
      const [row] = await solver.distances(sources.subarray(0, 1));
      const { cost: all } = await solver.run(batches[0]);
      return { row: shaOf(row), costs: shaOf(all), some: [...all.subarray(0, COMPARED)] };
    },
  };
  const socket = connect(port, '127.0.0.1');
  const say = (message) => socket.write(`${JSON.stringify(message)}\n`);
  const { vendor, architecture, description } = device.adapterInfo;
  say({ adapter: [vendor, architecture, description].filter(Boolean).join(', ') });
  for await (const line of createInterface({ input: socket })) {
    const { command, ...rest } = JSON.parse(line);
    say(await commands[command](rest));
  }
}

async function main() {
  const { reason } = planGpuCrew(['true'], thisGpuMachine());
  if (reason !== undefined && flags['no-control']) return print({ reason });
  const graph = flags.map === undefined ? roadGraph(60, 60) : readPace(flags.map);
  const started = performance.now();
  const hierarchy = buildHierarchy(graph);
  const took = (performance.now() - started) / 1000;
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-gpus-'));
  const file = join(folder, 'hierarchy');
  writeFileSync(file, writeHierarchy(hierarchy));
  print({
    map: flags.map ?? 'roadGraph(60, 60)',
    nodes: graph.nodeCount,
    hierarchySeconds: took,
    threads: availableParallelism(),
    node: process.version,
    sources: sourceCount,
    queries: queryCount,
  });
  try {
    const control = flags['no-control']
      ? undefined
      : await measure('two processes that see the same GPU', startControl, {
          graph,
          hierarchy,
          file,
        });
    const crew = await measure('createGpuCrew', startCrew, { graph, hierarchy, file });
    print({ ...(crew ?? { reason: reason ?? 'there are more than two GPUs' }), control });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A PACE file, whose edges have no weights, with seeded weights from 1 to 1000. */
function readPace(path) {
  const text = gunzipSync(readFileSync(path));
  const { nodeCount, tail, head } = parseDimacsGraph(text, { undirected: false });
  const next = random(1);
  const weight = Float32Array.from(tail, () => 1 + Math.floor(1000 * next()));
  return buildGraph({ nodeCount, tail, head, weight }, { undirected: true });
}

function commandOf(port, file) {
  const own = fileURLToPath(import.meta.url);
  const sizes = ['--sources', flags.sources, '--queries', flags.queries];
  const software = flags.software ? ['--software'] : [];
  return [process.execPath, own, '--port', `${port}`, '--hierarchy', file, ...sizes, ...software];
}

function startCrew(command) {
  return [createGpuCrew(command)];
}

/** As two crews of one process each, from which no GPU is hidden. */
function startControl(command) {
  return Array.from({ length: PROCESSES }, () =>
    spawn(command[0], command.slice(1), { stdio: 'inherit' }),
  ).map((child) => ({
    processes: [child],
    ended: once(child, 'close').then(([code]) => [code]),
    stop: () => child.kill('SIGTERM'),
  }));
}

/** Ratios of two processes to the faster one alone; undefined where there is one process. */
async function measure(name, start, map) {
  const server = createServer();
  const sockets = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const crews = start(commandOf(server.address().port, map.file));
  const stop = () => {
    for (const crew of crews) crew.stop();
    server.close();
  };
  const count = crews.reduce((sum, { processes }) => sum + processes.length, 0);
  if (count !== PROCESSES) return void stop();
  const failed = Promise.race(crews.map(({ ended }) => ended)).then((codes) => {
    throw new Error(`a process ended with ${codes}`);
  });
  failed.catch(() => undefined);
  try {
    while (sockets.length < PROCESSES) await Promise.race([once(server, 'connection'), failed]);
    const parts = sockets.map((socket) => talkTo(socket, failed));
    const adapters = await Promise.all(parts.map(async ({ hear }) => (await hear()).adapter));
    print({ name, adapters });
    await checkAnswers(parts, map);
    const ratios = {};
    for (const what of WHATS) ratios[what] = await race(name, what, parts);
    return ratios;
  } finally {
    stop();
    await Promise.allSettled(crews.map(({ ended }) => ended));
  }
}

function talkTo(socket, failed) {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const hear = async () => JSON.parse((await Promise.race([lines.next(), failed])).value);
  return {
    hear,
    ask(message) {
      socket.write(`${JSON.stringify(message)}\n`);
      return hear();
    },
  };
}

/** All processes must give the same bits, which are those of the CPU where it rounds alike. */
async function checkAnswers(parts, { graph, hierarchy }) {
  const answers = await Promise.all(parts.map(({ ask }) => ask({ command: 'answers' })));
  const alike = answers.every(
    ({ row, costs }) => row === answers[0].row && costs === answers[0].costs,
  );
  const cpu = createHierarchySolver(graph, hierarchy);
  const row = new Float32Array(graph.nodeCount);
  cpu.trees(drawNodes(graph.nodeCount, sourceCount, 3).subarray(0, 1)).distInto(0, row);
  const { source, target } = pairs(graph.nodeCount, 5);
  const count = Math.min(COMPARED, queryCount);
  const expected = cpu.run(
    { count, source: source.subarray(0, count), target: target.subarray(0, count) },
    { result: 'cost' },
  ).cost;
  const near = (a, b) => a === b || Math.abs(a - b) <= 1e-5 * b;
  // JSON has no Infinity
  const wrong = answers[0].some.filter((cost, i) => !near(cost ?? Infinity, expected[i])).length;
  const treeRight = answers[0].row === shaOf(row);
  cpu.destroy();
  print({ alike, treeRight, wrongQueries: wrong });
  if (!alike || !treeRight || wrong > 0) throw new Error('the answers are wrong');
}

/** Gives each process the next part when it has done one, so that none waits for a slower one. */
async function share(side, what, total) {
  let next = 0;
  const work = async ({ ask }) => {
    while (next < total) await ask({ command: 'part', what, part: next++ });
  };
  await Promise.all(side.map(work));
}

async function race(name, what, parts) {
  const warm = (who, forSeconds) =>
    Promise.all(who.map(({ ask }) => ask({ command: 'warm', what, forSeconds })));
  const speeds = await warm(parts, Math.min(WARM_UP, seconds));
  const passes = Math.max(1, Math.round(seconds / Math.min(...speeds.map(({ pass }) => pass))));
  const total = passes * speeds[0].parts;
  const sides = [[parts[0]], [parts[1]], parts];
  const times = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, side] of sides.entries()) {
      await warm(side, SHORT_WARM_UP);
      const started = performance.now();
      await share(side, what, total);
      times[i].push((performance.now() - started) / 1000);
    }
  }
  const [first, second, both] = times.map(median);
  const ratio = Math.min(first, second) / both;
  const spread = times[2].map((time, i) => Math.min(times[0][i], times[1][i]) / time);
  print({ name, what, passes, seconds: { first, second, both }, ratio, ofRounds: spread });
  return ratio;
}
