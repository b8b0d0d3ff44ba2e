// `node --import tsx bench/read.bench.ts [FILE …]`: extracts to car graphs, each run in a process
// of its own, as a command would do it: milliseconds by the clock and of the processor, megabytes
// per second of processor time, largest memory. RUNS (default 5); WAYFIELD_DATA as for tests. With
// RIVALS, a node_modules folder that holds them, osm-pbf-parser, tiny-osmpbf and
// osm-pbf-parser-node read the PBF files as well, in turn with ours: they give elements (as
// `wayfield reading` does, its passes without the graph), and `+ graph` makes of these the plainest
// car graph there is: maps of objects and arcs with lengths. Needs a build: `dist` is what is
// measured.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataDir } from '@wayfield/testing';

const runs = Number(process.env.RUNS ?? 5);
const rivals = process.env.RIVALS;
const child = fileURLToPath(new URL('read-one.mjs', import.meta.url));
const folder = dataDir('osm') ?? '';
const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [
        'malta-latest.osm.pbf',
        'liechtenstein-latest.osm.pbf',
        'andorra.osm.pbf',
        'monaco.osm.pbf',
        'monaco.osm.gz',
        'aguascalientes.osm.bz2',
      ].map((name) => join(folder, name));

interface Run {
  wall: number;
  cpu: number;
  megabytes: number;
  count: number;
}

function runOnce(reader: string, file: string): Run {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [child, reader, file, rivals ?? ''],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${reader}, ${file}: ${stderr}`);
  return JSON.parse(stdout) as Run;
}

console.log(`node ${process.version}, ${runs} processes each`);
console.log(`${'file and reader'.padEnd(62)} wall min  median   cpu min  median    MB/s  memory`);
for (const file of files) {
  if (!existsSync(file)) continue;
  const size = statSync(file).size / 1e6;
  const readers = ['wayfield', 'wayfield reading'];
  if (rivals && file.endsWith('.pbf')) {
    for (const name of ['osm-pbf-parser', 'tiny-osmpbf', 'osm-pbf-parser-node']) {
      if (existsSync(join(rivals, name))) readers.push(name, `${name} + graph`);
    }
  }
  const results = new Map<string, Run[]>(readers.map((reader) => [reader, []]));
  for (let run = 0; run < runs; run++) {
    for (const reader of readers) results.get(reader)!.push(runOnce(reader, file));
  }
  for (const [reader, list] of results) {
    const sorted = (key: keyof Run): number[] => list.map((run) => run[key]).sort((a, b) => a - b);
    const [wall, cpu, megabytes] = [sorted('wall'), sorted('cpu'), sorted('megabytes')];
    const name = `${basename(file)} (${size.toFixed(1)} MB), ${reader}: ${list[0].count}`;
    const cells = [wall[0], wall[runs >> 1], cpu[0], cpu[runs >> 1]].map((ms) =>
      ms.toFixed(0).padStart(8),
    );
    const speed = ((1000 * size) / cpu[0]).toFixed(1).padStart(7);
    console.log(
      `${name.padEnd(62)} ${cells.join(' ')} ${speed} ${megabytes[runs - 1].toFixed(0).padStart(7)}`,
    );
  }
}
