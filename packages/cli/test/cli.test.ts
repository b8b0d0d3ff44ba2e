import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readGraph } from '@wayfield/graph';
import { readRoadNetwork } from '@wayfield/osm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { main } from '../src/main.ts';

/**
 * A village, streets of about 680 m to the east and 1.1 km to the north; the arrow is one way, 7 a
 * field track that joins nothing:
 *
 *   4 -- 3       5 - 6
 *        ^
 *   1 -- 2 -- 8
 */
const VILLAGE = `<osm version="0.6">
  <node id="1" lat="52.50" lon="13.40"/><node id="2" lat="52.50" lon="13.41"/>
  <node id="3" lat="52.51" lon="13.41"/><node id="4" lat="52.51" lon="13.40"/>
  <node id="5" lat="52.51" lon="13.50"/><node id="6" lat="52.51" lon="13.51"/>
  <node id="8" lat="52.50" lon="13.42"/>
  <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="8"/><tag k="highway" v="residential"/><tag k="name" v="Südstraße"/></way>
  <way id="11"><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="oneway" v="yes"/><tag k="name" v="Hauptstraße"/></way>
  <way id="12"><nd ref="3"/><nd ref="4"/><nd ref="77"/><tag k="highway" v="residential"/></way>
  <way id="13"><nd ref="5"/><nd ref="6"/><tag k="highway" v="residential"/><tag k="name" v="Hof"/></way>
  <way id="14"><nd ref="1"/><nd ref="4"/><tag k="building" v="yes"/></way>
</osm>`;

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
let folder = '';
const at = (name: string): string => join(folder, name);

/** Runs the built program as a user does. */
function wayfield(...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** Runs the program in this process, with the names of files in the folder: faster. */
async function here(...args: string[]): Promise<Run> {
  const files = /^[\w.]+\.(osm|gz|wfg|json|pbf)$|^no\//;
  const full = args.map((arg) => (files.test(arg) ? at(arg) : arg));
  let [out, err] = ['', ''];
  const code = await main(full, {
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
  });
  return {
    code,
    out: out.replaceAll(join(folder, '/'), ''),
    err: err.replaceAll(join(folder, '/'), ''),
  };
}

const cli = suite('wayfield');

cli.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-cli-'));
  await writeFile(at('village.osm'), VILLAGE);
  await writeFile(at('village.osm.gz'), gzipSync(VILLAGE));
});
cli.after(() => rm(folder, { recursive: true }));

cli('osm convert writes a network and says what was in the extract', async () => {
  const { code, out, err } = await wayfield('osm', 'convert', 'village.osm.gz', '-o', 'car.wfg');
  assert.is(code, 0, err);
  assert.is(err, '');
  const { graph, report, weight } = readRoadNetwork(await readFile(at('car.wfg')));
  // 1 - 2, 2 - 8, 3 - 4, 5 - 6 there and back, and 2 -> 3
  assert.equal([graph.nodeCount, graph.arcCount, weight], [7, 9, 'metres']);
  assert.is(report.missingNodes, 1);
  assert.match(out, /read: 7 nodes, 5 ways \(4 of them roads\), 0 relations/);
  assert.match(out, /made: 7 nodes, 9 arcs, 5 roads; profile car, weights in metres/);
  assert.match(out, /1 references to nodes that are not in the file/);
  assert.match(out, /car\.wfg: [\d.]+ kB, after [\d.]+ s\n$/);
});

cli('osm convert takes profile, weights, parts, formats, and may be quiet', async () => {
  const all = ['osm', 'convert', 'village.osm', '--profile', 'all-ways', '--weight', 'seconds'];
  const { code, out } = await here(...all, '--largest-component', '-q', '-o', 'all.wfg');
  assert.equal([code, out], [0, '']);
  const { graph, profile, weight } = readRoadNetwork(await readFile(at('all.wfg')));
  assert.equal([profile, weight, graph.nodeCount], ['all-ways', 'seconds', 5]);

  await here('osm', 'convert', 'village.osm', '--format', 'graph', '-qo', 'bare.wfg');
  assert.is(readGraph(await readFile(at('bare.wfg'))).arcCount, 9);

  await here('osm', 'convert', 'village.osm', '--format', 'geojson', '-qo', 'roads.json');
  const roads = JSON.parse(await readFile(at('roads.json'), 'utf8')) as { features: unknown[] };
  assert.is(roads.features.length, 5);
  // lines are input as well, also behind a byte order mark and more blanks than are read at once
  const lines = await readFile(at('roads.json'), 'utf8');
  await writeFile(at('roads.json'), `\uFEFF${' '.repeat(5000)}${lines}`);
  const again = await here(
    'osm',
    'convert',
    'roads.json',
    '--profile',
    'all-ways',
    '-o',
    'lines.wfg',
  );
  assert.is(again.code, 0, again.err);
  assert.is(readRoadNetwork(await readFile(at('lines.wfg'))).roads.count, 5);
});

cli('route tells the way as a person would', async () => {
  await here('osm', 'convert', 'village.osm', '-qo', 'car.wfg');
  const places = ['--from', '52.5001,13.405', '--to', '52.51,13.40'];
  const { code, out, err } = await wayfield('route', 'car.wfg', ...places);
  assert.is(code, 0, err);
  assert.is(
    out,
    `from 52.5001,13.405, 11 m from Südstraße
to   52.51,13.4, on a road without a name
2.1 km, about 3 min

  1. set off along Südstraße       340 m
  2. turn left into Hauptstraße   1.1 km
  3. turn left into the road       680 m
     you are there
`,
  );
});

cli('route gives the way as a line, and its time where weights are seconds', async () => {
  await here('osm', 'convert', 'village.osm', '--weight', 'seconds', '-qo', 'fast.wfg');
  const places = ['--from=52.50,13.405', '--to=52.51,13.40'];
  const { code, out } = await wayfield('route', 'fast.wfg', ...places, '--geojson');
  assert.is(code, 0);
  const { geometry, properties } = JSON.parse(out) as {
    geometry: { type: string; coordinates: number[][] };
    properties: Record<string, number | string>;
  };
  assert.equal(geometry, {
    type: 'LineString',
    coordinates: [
      [13.405, 52.5],
      [13.41, 52.5],
      [13.41, 52.51],
      [13.4, 52.51],
    ],
  });
  assert.is(properties.names, 'Südstraße · Hauptstraße');
  assert.is(properties.legs, 3);
  // 338 m at 30 km/h, 1112 m at 70, 677 m at 30
  assert.ok(Math.abs(Number(properties.seconds) - (1015 * 3.6) / 30 - (1112 * 3.6) / 70) < 1);
});

cli(
  'route leaves by the next road of the network at large where the nearest leads nowhere',
  async () => {
    await here('osm', 'convert', 'village.osm', '-qo', 'car.wfg');
    const places = ['--from', '52.51,13.505', '--to', '52.50,13.42'];
    const near = await here('route', 'car.wfg', ...places);
    assert.equal([near.code, near.out], [1, '']);
    assert.is(near.err, 'wayfield: no road leads from 52.51,13.505 to 52.5,13.42\n');
    const far = await here('route', 'car.wfg', ...places, '--within', '9000');
    assert.is(far.code, 0, far.err);
    assert.match(far.out, /from 52\.51,13\.505, 5\.9 km from Südstraße/);
  },
);

cli('says what is wrong, and leaves with 2', async () => {
  await here('osm', 'convert', 'village.osm', '-qo', 'car.wfg');
  const before = await readdir(folder);
  await writeFile(at('cut.osm.gz'), gzipSync(VILLAGE).subarray(0, 150));
  await writeFile(at('ways.osm'), '<osm><way id="1"><tag k="building" v="yes"/></way></osm>');
  for (const [args, message] of [
    [['osm', 'convert', 'none.pbf', '-o', 'x.wfg'], /cannot read none\.pbf: there is no such file/],
    [['osm', 'convert', 'cut.osm.gz', '-o', 'x.wfg'], /cannot read cut\.osm\.gz: /],
    [
      ['osm', 'convert', 'ways.osm', '-o', 'x.wfg'],
      /ways\.osm: no road in it for the profile 'car'/,
    ],
    [['osm', 'convert', 'village.osm'], /required option '-o, --output <file>' not specified/],
    [
      ['osm', 'convert', 'village.osm', '-o', 'no/x.wfg'],
      /cannot write no\/x\.wfg: there is no such file or folder/,
    ],
    [
      ['osm', 'convert', 'village.osm', '-o', 'x.wfg', '--profile', 'boat'],
      /Allowed choices are car, bicycle, foot, all-ways/,
    ],
    [
      ['route', 'village.osm', '--from=1,1', '--to=1,1'],
      /village\.osm is no road network, which `wayfield osm convert` makes/,
    ],
    [['route', 'car.wfg', '--from=1;1', '--to=1,1'], /Expected degrees: LAT,LON/],
    [['route', 'car.wfg', '--from=91,1', '--to=1,1'], /The latitude, 91, is not in -90 \.\. 90/],
    [['route', 'car.wfg', '--from=52.5,13.4', '--to=1,1'], /--to: no road within 1\.0 km of 1,1/],
    [['route', 'car.wfg', '--from=52.5,13.4'], /required option '--to <lat,lon>'/],
    [['rute'], /unknown command 'rute'/],
    [['route', 'car.wfg', '--from=1,1', '--to=1,1', '--wihtin=9'], /unknown option '--wihtin=9'/],
    [['route', 'car.wfg', '--to=1,1', '--from'], /'--from <lat,lon>' argument missing/],
    [['route', 'car.wfg', 'b.wfg', '--from=1,1', '--to=1,1'], /too many arguments/],
    [['route', '--from=1,1', '--to=1,1'], /missing required argument 'graph'/],
    [['route', 'car.wfg', '--from=1', '--to=1,1'], /Expected degrees: LAT,LON/],
    [['route', 'car.wfg', '--from=NaN,1', '--to=1,1'], /Expected degrees: LAT,LON/],
    [['route', 'car.wfg', '--from=1,181', '--to=1,1'], /The longitude, 181, is not in/],
    ...['', 'abc', '0', '-5', 'NaN', 'Infinity', '0x10', '9'.repeat(400)].map(
      (within) =>
        [
          ['route', 'car.wfg', '--from=1,1', '--to=1,1', `--within=${within}`],
          /Expected metres above 0, such as 250/,
        ] as const,
    ),
    [
      ['osm', 'convert', 'village.osm', '-o', 'x.wfg', '--weight', 'miles'],
      /Allowed choices are metres, seconds/,
    ],
    [
      ['osm', 'convert', 'village.osm', '-o', 'x.wfg', '--format=svg'],
      /Allowed choices are network, graph, geojson/,
    ],
    [['osm', 'konvert'], /unknown command 'konvert' \(Did you mean convert\?\)/],
  ] as const) {
    const { code, out, err } = await here(...args);
    assert.is(code, 2, args.join(' '));
    assert.match(err, message);
    assert.match(err, /^wayfield: [^\n]+\n$/, 'one line, no stack');
    assert.is(out, '');
  }
  const { code, out, err } = await wayfield('osm', 'convert', 'ways.osm', '-o', 'x.wfg');
  assert.equal([code, out], [2, '']);
  assert.is(err, "wayfield: ways.osm: no road in it for the profile 'car'\n");
  const files = await readdir(folder);
  assert.equal(new Set(files), new Set([...before, 'cut.osm.gz', 'ways.osm']));
});

cli('explains itself', async () => {
  const help = await here('--help');
  assert.is(help.code, 0);
  assert.match(help.out, /osm +reads maps[^]*route[^]*Exit code: 0 done, 1 there is no route/);
  const route = await here('route', '--help');
  assert.match(route.out, /--from=-33\.87,151\.21/);
  const version = await wayfield('--version');
  assert.match(version.out, /^\d+\.\d+\.\d+\n$/);
});

cli('osm traffic drives vehicles that queue, or ghosts, and writes how they move', async () => {
  await here('osm', 'convert', 'village.osm', '-o', 'cars.wfg', '--largest-component', '-q');
  const file = at('moves.csv');
  const args = ['osm', 'traffic', 'cars.wfg', '--vehicles', '60', '--within', '30', '--seed', '4'];
  const queue = await here(...args, '-o', file);
  assert.is(queue.code, 0, queue.err);
  assert.match(queue.out, /^arrived: 60 of 60 vehicles, after \d+ min\n/);
  assert.match(queue.out, /a ride: {2}\d+ (s|min) in the mean, \d+ (s|min) on free roads/);
  assert.match(queue.out, /queues: {2}at most [1-9]\d* vehicles stood at a time\nmoves.csv: /);
  const rows = (await readFile(file, 'utf8')).trimEnd().split('\n');
  assert.is(rows[0], 'time,id,lon,lat');
  assert.is(new Set(rows.slice(1).map((row) => row.split(',')[1])).size, 60);

  const ghosts = await here(...args, '--movement', 'ghosts');
  assert.match(ghosts.out, /^arrived: 60 of 60 vehicles, as ghosts\na ride: {2}\d+ (s|min) in/);
  assert.is(ghosts.code, 0);

  for (const [wrong, words] of [
    [['--vehicles', '0'], /Expected a whole number from 1 to 1048576/],
    [['--release', '3'], /from 20 to 86400/],
    [['-o', 'moves.txt'], /moves.txt: expected a name that ends in .csv or .geojson/],
    [['--movement', 'fly'], /Allowed choices are queue, ghosts/],
  ] as const) {
    const { code, err } = await here(...args, ...wrong);
    assert.is(code, 2);
    assert.match(err, words);
  }
});

cli.run();
