// `pnpm bench:package`: loaders, from inflated bytes, and generators. Prints the least and the
// median processor time of 5 runs; set RUNS for more. With the public road data set (WAYFIELD_DATA)
// the real files as well.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '@wayfield/testing';
import type { Graph } from '../src/index.ts';
import {
  gunzip,
  parseDimacsCoordinates,
  parseDimacsGraph,
  parseMovingAiMap,
  parseTerrainCsv,
  writeMovingAiMap,
  writeTerrainCsv,
} from '../src/formats.ts';
import {
  blobsGrid,
  mazeGrid,
  randomGrid,
  randomQueries,
  roadGraph,
  roomsGrid,
  terrainGrid,
} from '../src/generators.ts';

const runs = Number(process.env.RUNS ?? 5);
let sink = 0;

/**
 * Milliseconds of processor time since `start`: they tell more than the clock where others work
 * too.
 */
function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Times `task`, whose result is counted so that nothing is optimised away; the least time. */
function time(name: string, task: () => number): number {
  sink += task(); // warm-up
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage();
    sink += task();
    times.push(since(start));
  }
  times.sort((x, y) => x - y);
  const [least, median] = [times[0], times[runs >> 1]].map((t) => t.toFixed(1).padStart(8));
  console.log(`${name.padEnd(52)} ${least} ${median}`);
  return times[0];
}

/** What one writes without a library: a string of the file, split into lines and words. */
function splitLines(bytes: Uint8Array): number {
  const arcs: number[][] = [];
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    if (line.startsWith('a ')) arcs.push(line.split(' ').slice(1).map(Number));
  }
  return arcs.length;
}

console.log(`node ${process.version}`);
console.log(`${'milliseconds'.padEnd(52)} ${'least'.padStart(8)} ${'median'.padStart(8)}`);

/** The files of a graph, in bytes. */
function write(graph: Graph): [gr: Uint8Array, co: Uint8Array] {
  const { nodeCount, arcCount, firstOut, head, weight, x = [], y = [] } = graph;
  const gr = [`p sp ${nodeCount} ${arcCount}\n`];
  const co = [`p aux sp co ${nodeCount}\n`];
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      gr.push(`a ${u + 1} ${head[a] + 1} ${Math.round(10 * weight[a])}\n`);
    }
    co.push(`v ${u + 1} ${Math.round(1e4 * x[u])} ${Math.round(1e4 * y[u])}\n`);
  }
  const encoder = new TextEncoder();
  return [encoder.encode(gr.join('')), encoder.encode(co.join(''))];
}

const road = roadGraph(1000, 1000, { seed: 1 });
const [gr, co] = write(road);
const size = `${(road.nodeCount / 1e6).toFixed(1)} M nodes, ${(road.arcCount / 1e6).toFixed(1)} M arcs`;
const ours = time(`parseDimacsGraph, ${size}`, () => parseDimacsGraph(gr).tail.length);
const naive = time('the same by splitting a string', () => splitLines(gr));
console.log(`${'ratio'.padEnd(52)} ${(naive / ours).toFixed(1).padStart(8)}`);
time('parseDimacsCoordinates, 1.0 M nodes', () => parseDimacsCoordinates(co).x.length);

const roads = dataDir('road');
for (const file of ['FLA.pace.gr.gz', 'NY.pace.gr.gz', 'rome.gr.gz', 'rome.co.gz']) {
  if (!roads || !existsSync(join(roads, file))) continue;
  const packed = readFileSync(join(roads, file));
  const start = process.cpuUsage();
  const bytes = await gunzip(packed);
  const inflating = `gunzip ${since(start).toFixed(0)} ms`;
  const isGraph = file.includes('.gr');
  time(`${file}, ${(bytes.length / 1e6).toFixed(1)} MB (${inflating})`, () =>
    isGraph ? parseDimacsGraph(bytes).tail.length : parseDimacsCoordinates(bytes).x.length,
  );
}

const map = new TextEncoder().encode(writeMovingAiMap(blobsGrid(1024, 1024)));
const csv = new TextEncoder().encode(writeTerrainCsv(terrainGrid(1024, 1024)));
time('parseMovingAiMap, 1024 x 1024', () => parseMovingAiMap(map).width);
time('parseTerrainCsv, 1024 x 1024', () => parseTerrainCsv(csv).width);

time('randomGrid, 512 x 512', () => randomGrid(512, 512).width);
time('mazeGrid, 512 x 512, corridors of 8', () => mazeGrid(512, 512, { corridor: 8 }).width);
time('roomsGrid, 512 x 512, rooms of 16', () => roomsGrid(512, 512).width);
time('blobsGrid, 1024 x 1024', () => blobsGrid(1024, 1024).width);
time('terrainGrid, 1024 x 1024', () => terrainGrid(1024, 1024).width);
time('roadGraph, 500 x 500', () => roadGraph(500, 500).arcCount);
const blobs = blobsGrid(1024, 1024);
time('randomQueries, 200 on 1024 x 1024', () => randomQueries(blobs, 200).count);
console.log(`sink ${sink}`);
