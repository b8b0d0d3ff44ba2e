// The commands of the services of @wayfield/routing, and `wayfield serve`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readRouting } from '@wayfield/routing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SQUARE, squareFolder } from './square.ts';

interface PointFeature {
  readonly geometry: { readonly type: string; readonly coordinates: number[] };
  readonly properties: { readonly index: number; readonly confidence: number };
}

const test = suite('wayfield: services');
const { at, here } = squareFolder(test);

test('osm convert --format routing writes what the services open', async () => {
  const convert = ['osm', 'convert', 'square.osm', '-qo', 'square.wfr', '--format', 'routing'];
  assert.equal(await here(...convert), { code: 0, out: '', err: '' });
  assert.is(readRouting(new Uint8Array(await readFile(at('square.wfr')))).metric, 'seconds');
  await here(...convert.slice(0, 3), '-qo', 'short.wfr', ...convert.slice(5), '--weight', 'metres');
  assert.is(readRouting(new Uint8Array(await readFile(at('short.wfr')))).metric, 'metres');
});

test('nearest tells positions, and the same from a map', async () => {
  const { code, out } = await here('nearest', 'square.wfr', '52.5005,13.4101', '--count', '2');
  assert.is(code, 0);
  const lines = out.trimEnd().split('\n');
  assert.is(lines.length, 2);
  assert.is(lines[0], '    7 m  52.5005,13.41  Ost, right of it');
  assert.equal((await here('nearest', 'square.osm', '52.5005,13.4101', '--count', '2')).out, out);
  const json = await here('nearest', 'square.wfr', '52.5005,13.4101', '--bearing', '0', '--json');
  const [one] = JSON.parse(json.out) as { name: string; way: number; side: string }[];
  assert.equal([one.name, one.way, one.side], ['Ost', 11, 'right']);
  const none = await here('nearest', 'square.wfr', '52.6,13.41', '--within', '50');
  assert.equal([none.code, none.err], [1, 'wayfield: no road near 52.6,13.41\n']);
});

test('route goes over places, around classes, and tells others', async () => {
  const ends = ['square.wfr', '--from', '52.50,13.401', '--to', '52.505,13.41'];
  const plain = await here('route', ...ends);
  assert.match(plain.out, /from 52.5,13.401 to 52.505,13.41\n1.2 km, .*set off along Autobahn/s);
  const around = await here('route', ...ends, '--avoid', 'motorway');
  assert.is(around.code, 1);
  const via = await here('route', ...ends, '--via', '52.51,13.405', '--via', '52.509,13.41');
  assert.match(via.out, /^2\.4 km, .* in all\n\nfrom 52\.5,13\.401 to 52\.51,13\.405\n/);
  const line = await here('route', ...ends, '--via', '52.51,13.405', '--geojson');
  assert.is((JSON.parse(line.out) as { type: string }).type, 'Feature');
  const others = await here('route', ...ends, '--alternatives', '2');
  assert.is(others.code, 0);
  assert.match(others.out, /set off along Autobahn/);
});

test('route goes around areas', async () => {
  // around the middle of Ost, within the square
  const ring = [
    [13.409, 52.504],
    [13.411, 52.504],
    [13.411, 52.506],
    [13.409, 52.506],
  ];
  const polygon = { type: 'Polygon', coordinates: [ring] };
  const collection = { features: [{ type: 'Feature', geometry: polygon }] };
  await writeFile(at('area.geojson'), JSON.stringify({ type: 'FeatureCollection', ...collection }));
  await writeFile(at('line.geojson'), JSON.stringify({ type: 'LineString', coordinates: ring }));
  const ends = ['square.wfr', '--from', '52.50,13.409', '--to', '52.51,13.409'];
  const plain = await here('route', ...ends);
  assert.match(plain.out, /Ost/);
  const around = await here('route', ...ends, '--avoid-area', 'area.geojson');
  assert.is(around.code, 0, around.err);
  assert.not.match(around.out, /Ost/);
  assert.match(around.out, /West/);
  const none = await here('route', ...ends, '--avoid-area', 'line.geojson');
  assert.equal([none.code, none.err], [2, 'wayfield: line.geojson: no polygon in it\n']);
  for (const empty of [
    { type: 'Polygon', coordinates: [] },
    { type: 'MultiPolygon', coordinates: [[]] },
  ]) {
    await writeFile(at('empty.geojson'), JSON.stringify(empty));
    const { code, err } = await here('route', ...ends, '--avoid-area', 'empty.geojson');
    assert.equal([code, err], [2, 'wayfield: empty.geojson: no polygon in it\n']);
  }
  const both = await here('route', ...ends, '--avoid-area', 'area.geojson', '--alternatives', '1');
  assert.match(both.err, /none of --via, --avoid and --avoid-area/);
});

test('all services take speeds by the time of departure, and live ones', async () => {
  // the motorway, 677 m, at 10 km/h from seven o'clock on Monday, as fast as ever from nine
  await writeFile(at('rush.csv'), 'way,kmh,direction\n10,10\n');
  await writeFile(at('calm.csv'), '11,50\n');
  await writeFile(at('live.csv'), '10,20,along\n');
  await writeFile(at('other.csv'), '99,20\n');
  const files = ['rush', 'calm'].map((name) => at(`${name}.csv`));
  const speeds = ['--speeds', `mo-09:00=${files[1]}`, '--speeds', `mo-07:00=${files[0]}`];
  const places = ['52.50,13.4', '52.50,13.41'];
  const seconds = async (...flags: string[]): Promise<number[]> => {
    const { code, out, err } = await here('matrix', 'square.wfr', ...places, ...flags);
    assert.is(code, 0, err);
    return out
      .trimEnd()
      .split('\n')
      .flatMap((line) => line.split(',').map(Number));
  };
  const free = await seconds();
  const rush = await seconds(...speeds, '--departure', 'mo-08:59');
  assert.ok(Math.abs(rush[1] - 676.9 / (10 / 3.6)) < 2, `${rush[1]}`);
  assert.ok(free[1] < 60);
  assert.equal(await seconds(...speeds, '--departure', 'mo-9:00'), free);
  // before the first file of the week the last one counts
  assert.equal(await seconds(...speeds, '--departure', 'mo-00:10'), free);
  const live = await seconds(...speeds, '--departure', 'mo-08:00', '--live', 'live.csv');
  assert.ok(Math.abs(live[1] - 676.9 / (20 / 3.6)) < 2, `${live[1]}`);
  assert.is(live[2], rush[2]);
  assert.ok((await seconds('--live', 'live.csv'))[1] > 100);
  const ends = ['square.wfr', '--from', '52.50,13.4001', '--to', '52.50,13.4099'];
  const route = await here('route', ...ends, ...speeds, '--departure', 'mo-08:00', '--geojson');
  const line = JSON.parse(route.out) as { properties: { seconds: number } };
  assert.ok(line.properties.seconds > 200);
  const from = ['isochrone', 'square.wfr', '--from', '52.50,13.4', '--minutes', '1', '--roads'];
  const [fast, slow] = [await here(...from), await here(...from, '--live', 'live.csv')];
  assert.is(slow.code, 0);
  assert.ok(slow.out !== fast.out);
  for (const [flags, message] of [
    [['--departure', 'mo-08:00'], /--departure needs --speeds/],
    [['--departure', 'noon'], /such as mo-07:30/],
    [['--departure', 'mo-24:00'], /such as mo-07:30/],
    [['--speeds', 'rush.csv'], /Expected a day and a time of the week/],
    [['--speeds', 'mo-07:00=none.csv'], /cannot read .*none\.csv: there is no such file/],
    [['--live', 'other.csv'], /other\.csv: no speed of a way of this map in it/],
    [['--live', 'bad.csv'], /cannot read bad\.csv: line 1 of text/],
    [[...speeds, ...speeds], /Two files begin at this time/],
  ] as const) {
    await writeFile(at('bad.csv'), '10,fast\n');
    const { code, err } = await here('matrix', 'square.wfr', ...places, ...flags);
    assert.is(code, 2, flags.join(' '));
    assert.match(err, message);
  }
});

/** A road that bends to the left and to the right at a signal, and a private one. */
const BENDS = `<osm version="0.6">
  <node id="1" lat="52.50" lon="13.40"/>
  <node id="2" lat="52.50" lon="13.41"><tag k="highway" v="traffic_signals"/></node>
  <node id="3" lat="52.51" lon="13.41"/><node id="4" lat="52.49" lon="13.41"/>
  <node id="5" lat="52.51" lon="13.42"/>
  <way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
  <way id="11"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way>
  <way id="12"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/></way>
  <way id="13"><nd ref="3"/><nd ref="5"/>
    <tag k="highway" v="service"/><tag k="access" v="private"/></way>
</osm>`;

/** A square that is crossed from one corner to the other one. */
const SQUARE_MAP = `<osm version="0.6">
  <node id="1" lat="52.50" lon="13.40"/><node id="2" lat="52.50" lon="13.42"/>
  <node id="3" lat="52.51" lon="13.42"/><node id="4" lat="52.51" lon="13.40"/>
  <node id="5" lat="52.499" lon="13.40"/><node id="6" lat="52.511" lon="13.42"/>
  <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="1"/>
    <tag k="highway" v="pedestrian"/><tag k="area" v="yes"/></way>
  <way id="11"><nd ref="5"/><nd ref="1"/><tag k="highway" v="footway"/></way>
  <way id="12"><nd ref="6"/><nd ref="3"/><tag k="highway" v="footway"/></way>
</osm>`;

test('maps are read with delays, turn costs, the side of the road, private ends', async () => {
  await writeFile(at('bends.osm'), BENDS);
  const seconds = async (to: string, ...flags: string[]): Promise<number> => {
    const asked = ['52.50,13.405', to, '--within', '200'];
    const { code, out, err } = await here('matrix', 'bends.osm', ...asked, ...flags);
    assert.is(code, 0, err);
    return Number(out.split('\n')[0].split(',')[1]);
  };
  const [left, right] = ['52.505,13.41', '52.495,13.41'];
  const [plainLeft, plainRight] = [await seconds(left), await seconds(right)];
  assert.ok((await seconds(left, '--delays')) > plainLeft);
  const turns = [await seconds(left, '--turn-costs'), await seconds(right, '--turn-costs')];
  assert.ok(turns[0] > plainLeft && turns[1] >= plainRight);
  assert.ok(turns[0] - plainLeft > turns[1] - plainRight, 'left turns cross the traffic');
  const other = ['--turn-costs', '--left-hand'];
  const mirrored = [await seconds(left, ...other), await seconds(right, ...other)];
  assert.ok(mirrored[1] - plainRight > mirrored[0] - plainLeft, 'right turns cross the traffic');
  const ring = [13, 14, 14, 13, 13].map((lon, i) => [lon, i < 2 || i > 3 ? 52 : 53]);
  const area = { type: 'Polygon', coordinates: [ring] };
  const feature = { type: 'Feature', properties: { driving_side: 'left' }, geometry: area };
  await writeFile(at('sides.geojson'), JSON.stringify({ features: [feature] }));
  const sided = ['--turn-costs', '--driving-sides', 'sides.geojson'];
  assert.equal([await seconds(left, ...sided), await seconds(right, ...sided)], mirrored);
  assert.ok((await seconds(right, '--lengths', 'ellipsoid')) !== plainRight);
  // files of OSRM: a speed from node 1 to node 2, and what the turn to the left there costs
  await writeFile(at('speeds.csv'), '1,2,3.6\n');
  await writeFile(at('turns.csv'), '1,2,3,100\n');
  const penalised = ['--turn-penalties', 'turns.csv'];
  assert.is(Math.round((await seconds(left, ...penalised)) - plainLeft), 100);
  assert.is(await seconds(right, ...penalised), plainRight);
  assert.ok((await seconds(right, '--segment-speeds', 'speeds.csv')) > 100 + plainRight);
  await writeFile(at('wrong.csv'), '1,2,3\n');
  const wrong = await here('matrix', 'bends.osm', '52.50,13.405', '--turn-penalties', 'wrong.csv');
  assert.is(wrong.code, 2);
  assert.match(wrong.err, /cannot read wrong\.csv: line 1 of text is malformed/);
  await writeFile(at('square.osm'), SQUARE_MAP);
  const across = async (...flags: string[]): Promise<number> => {
    const walk = ['52.50,13.40', '52.51,13.42', '--profile', 'foot', '--metric', 'metres'];
    const { code, out, err } = await here('matrix', 'square.osm', ...walk, ...flags);
    assert.is(code, 0, err);
    return Number(out.split('\n')[0].split(',')[1]);
  };
  assert.ok((await across('--open-areas')) < 0.75 * (await across()));
  const end = '52.51,13.415';
  const far = await here('matrix', 'bends.osm', '52.50,13.405', end, '--within', '200');
  assert.match(far.err, /no road within 200 m of 52\.51,13\.415/);
  assert.ok((await seconds(end, '--ends-only')) > plainLeft);
});

test('matrix is CSV, printed or in a file', async () => {
  const places = ['52.50,13.402', '52.505,13.41', '52.50,13.42'];
  const { code, out } = await here('matrix', 'square.wfr', ...places);
  assert.is(code, 0);
  const rows = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',').map(Number));
  assert.equal(
    rows.map((row, i) => [row.length, row[i]]),
    [
      [3, 0],
      [3, 0],
      [3, 0],
    ],
  );
  assert.is(rows[0][1], rows[1][0]);
  await writeFile(at('all.txt'), `# places\n${places.join('\n')}\n`);
  await writeFile(at('one.txt'), `${places[1]}\n`);
  const args = ['--sources', 'all.txt', '--targets', 'one.txt', '-o', 'costs.csv'];
  const file = await here('table', 'square.wfr', ...args);
  assert.match(file.out, /^costs\.csv: 3 x 1, \d+ B\n$/);
  const text = await readFile(at('costs.csv'), 'utf8');
  assert.equal(
    text
      .trimEnd()
      .split('\n')
      .map((line) => [Number(line)]),
    rows.map((row) => [row[1]]),
  );
});

test('matrix by threads gives the rows of one thread, printed and in a file', async () => {
  const places = Array.from({ length: 40 }, (_, i) => `${52.5 + i / 4000},13.41`);
  const one = await here('matrix', 'square.wfr', ...places);
  assert.is(one.code, 0, one.err);
  assert.is(one.out.trimEnd().split('\n').length, 40);
  const two = await here('matrix', 'square.wfr', '--threads', '2', ...places);
  assert.equal([two.code, two.out], [0, one.out]);
  const file = at('threads.csv');
  const written = await here('matrix', 'square.wfr', '--threads', '2', '-o', file, ...places);
  assert.is(written.code, 0, written.err);
  assert.is(await readFile(file, 'utf8'), one.out);
  assert.is((await here('matrix', 'square.wfr', '--threads', '0', ...places)).code, 2);
});

test('isochrone is GeoJSON, of minutes or metres', async () => {
  const from = ['--from', '52.50,13.41'];
  const { out } = await here('isochrone', 'square.wfr', ...from, '--minutes', '0.5,1');
  const { features } = JSON.parse(out) as {
    features: { geometry: { type: string }; properties: { limit: number } }[];
  };
  assert.equal(
    features.map(({ geometry, properties }) => [geometry.type, properties.limit]),
    [
      ['MultiPolygon', 30],
      ['MultiPolygon', 60],
    ],
  );
  const roads = await here('isochrone', 'short.wfr', ...from, '--metres', '100', '--roads');
  const [reached] = (
    JSON.parse(roads.out) as { features: { geometry: { coordinates: number[][][] } }[] }
  ).features;
  // 100 m to the west, the north and the east
  assert.is(reached.geometry.coordinates.length, 3);
});

test('trip orders stops', async () => {
  const stops = ['52.50,13.401', '52.51,13.409', '52.50,13.419', '52.51,13.401'];
  const { code, out } = await here('trip', 'square.wfr', ...stops);
  assert.is(code, 0);
  const order = [...out.matchAll(/^ {2} +(\d)\. /gm)].map((match) => Number(match[1]));
  assert.ok(
    [
      [1, 3, 2, 4, 1],
      [1, 4, 2, 3, 1],
    ].some((right) => right.join() === order.join()),
    out,
  );
  const ended = await here('trip', 'square.wfr', ...stops, '--end-at-last', '--geojson');
  const { properties } = JSON.parse(ended.out) as { properties: { order: number[] } };
  assert.equal(properties.order, [0, 2, 1, 3]);
});

test('match finds the roads of a trace in every form', async () => {
  const places = [0.001, 0.004, 0.007, 0.0099].map((x) => [13.4 + x, 52.50002]);
  places.push([13.41001, 52.503], [13.40999, 52.506]);
  const points = places.map(([lon, lat], i) => {
    const time = `2026-01-01T00:00:${10 + 5 * i}Z`;
    return `<trkpt lat="${lat}" lon="${lon}"><ele>3</ele><time>${time}</time></trkpt>`;
  });
  await writeFile(at('trace.gpx'), `<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`);
  await writeFile(at('trace.json'), JSON.stringify({ type: 'LineString', coordinates: places }));
  await writeFile(at('trace.txt'), places.map(([lon, lat]) => `${lat},${lon}`).join('\n'));
  const outs: string[] = [];
  for (const name of ['trace.gpx', 'trace.json', 'trace.txt']) {
    const { code, out, err } = await here('match', 'square.wfr', name);
    assert.is(code, 0, err);
    outs.push(out);
  }
  assert.match(outs[0], /^6 points, 0 of them on no road\n\n1\.3 km, confidence \d+ %\n/);
  assert.ok(outs[0].endsWith('  Autobahn\n  Ost\n'), outs[0]);
  assert.equal([outs[1], outs[2]], [outs[0], outs[0]]);
  const { out } = await here('match', 'square.wfr', 'trace.gpx', '--geojson');
  const [line] = (JSON.parse(out) as { features: { properties: { confidence: number } }[] })
    .features;
  assert.ok(line.properties.confidence > 0.5);
  const more = await here('match', 'square.wfr', 'trace.gpx', '--geojson', '--points');
  const { features } = JSON.parse(more.out) as { features: PointFeature[] };
  const seen = features.filter(({ geometry }) => geometry.type === 'Point');
  assert.equal(
    seen.map(({ properties }) => properties.index),
    [0, 1, 2, 3, 4, 5],
  );
  for (const { properties, geometry } of seen) {
    assert.ok(properties.confidence > 0 && properties.confidence <= 1);
    const [lon, lat] = places[properties.index];
    assert.ok(Math.abs(geometry.coordinates[0] - lon) < 1e-3);
    assert.ok(Math.abs(geometry.coordinates[1] - lat) < 1e-3);
  }
  const alone = await here('match', 'square.wfr', 'trace.gpx', '--points');
  assert.equal([alone.code, alone.err], [2, 'wayfield: --points needs --geojson\n']);
  await writeFile(at('far.txt'), '1,1\n1,1.001\n');
  assert.is((await here('match', 'square.wfr', 'far.txt')).code, 1);
});

interface Answered {
  readonly code: string;
  readonly data_version: string;
  readonly routes: readonly { readonly duration: number }[];
}

/** Starts `wayfield serve` on the square; `end` sends a signal and tells how it ended. */
async function serve(...more: string[]): Promise<{
  url: string;
  end(): Promise<unknown[]>;
  hangUp(): void;
  /** Resolves when this stands on stderr. */
  said(text: string): Promise<void>;
}> {
  const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
  const args = ['serve', at('square.wfr'), '--port', '0', '--threads', '1', ...more];
  const child = spawn(process.execPath, [program, ...args]);
  let [out, err] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const closed = new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  const begun = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const found = /^(http:\S+): 5 roads, 1 threads/.exec(out);
      if (found) resolve(found[1]);
    });
    void closed.then(() => reject(new Error(err)));
  });
  const url = await begun;
  const end = async (): Promise<unknown[]> => {
    child.kill('SIGTERM');
    return [await closed, err];
  };
  const said = async (text: string): Promise<void> => {
    while (!err.includes(text)) {
      const over = await Promise.race([once(child.stderr, 'data'), closed.then(() => true)]);
      assert.is.not(over, true, err);
    }
  };
  return { url, end, said, hangUp: () => child.kill('SIGHUP') };
}

test('serve answers until a signal ends it', async () => {
  if (process.platform === 'win32') return;
  const speeds = ['--speeds', `mo-07:00=${at('rush.csv')}`];
  const { url, end } = await serve('--max-route', '3', '--data-version', 'spring', ...speeds);
  const answer = await fetch(`${url}/route/v1/driving/13.401,52.5;13.41,52.505`);
  const { code: told, data_version, routes } = (await answer.json()) as Answered;
  assert.equal([told, data_version], ['Ok', 'spring']);
  const rush = await fetch(`${answer.url}?depart_at=2026-11-30T08:00`);
  const late = (await rush.json()) as Answered;
  assert.ok(late.routes[0].duration > routes[0].duration + 100);
  const big = await fetch(`${url}/route/v1/driving/1,2;1,2;1,2;1,2`);
  assert.is(((await big.json()) as { code: string }).code, 'TooBig');
  assert.equal(await end(), [{ code: 0, signal: null }, '']);
});

test('conditional tags hold at the departure', async () => {
  // Ost is closed on Monday mornings: the square is then gone round the other way
  const market = '<tag k="name" v="Ost"/><tag k="access:conditional" v="no @ (Mo 06:00-14:00)"/>';
  await writeFile(at('market.osm'), SQUARE.replace('<tag k="name" v="Ost"/>', market));
  const convert = ['osm', 'convert', 'market.osm', '-qo', 'market.wfr', '--format', 'routing'];
  assert.is((await here(...convert, '--conditions')).code, 0);
  const places = ['52.50,13.402', '52.505,13.41'];
  for (const file of ['market.osm', 'market.wfr']) {
    const seconds = async (...more: string[]): Promise<string> => {
      const { code, out, err } = await here(
        'matrix',
        file,
        '52.50,13.408',
        '52.51,13.408',
        ...more,
      );
      assert.is(code, 0, err);
      return out.split('\n')[0].split(',')[1];
    };
    const [closed, open] = [
      await seconds('--departure', '2026-01-05T07:00'),
      await seconds('--departure', '2026-01-05T14:00', '--country', 'de-by'),
    ];
    assert.ok(Number(closed) > Number(open) + 60, `${file}: ${closed}, ${open}`);
    assert.is(await seconds('--departure', '2026-01-06T07:00'), open);
  }
  // the sun sets at 15:56 in Berlin's winter, and at 21:27 in its summer
  const night = '<tag k="name" v="Ost"/><tag k="access:conditional" v="no @ (sunset-sunrise)"/>';
  await writeFile(at('night.osm'), SQUARE.replace('<tag k="name" v="Ost"/>', night));
  const there = ['night.osm', '52.50,13.408', '52.51,13.408', '--time-zone', 'Europe/Berlin'];
  const dusk = async (when: string): Promise<number> =>
    Number((await here('matrix', ...there, '--departure', when)).out.split(/[,\n]/)[1]);
  const [winter, summer] = [await dusk('2026-01-01T17:00'), await dusk('2026-06-10T21:00')];
  assert.ok(winter > summer + 60, `${winter}, ${summer}`);
  const day = ['--departure', '2026-01-05T07:00'];
  const untold = await here('matrix', 'square.wfr', ...places, ...day);
  assert.is(untold.code, 0, untold.err);
  assert.match(untold.err, /^wayfield: --departure changes nothing: no road here has/);
  for (const [flag, value, told] of [
    ['--departure', '2026-02-30T07:00', /There is no such day/],
    ['--departure', 'mo-07:00', /--departure needs --speeds, or a date/],
    ['--country', 'Germany', /Expected a code of ISO 3166/],
    ['--time-zone', 'Berlin', /Expected the name of a time zone/],
  ] as const) {
    const { code, err } = await here('matrix', 'market.osm', ...places, flag, value);
    assert.is(code, 2);
    assert.match(err, told);
  }
});

test('serve takes speeds as they are now', async () => {
  if (process.platform === 'win32') return;
  const speeds = ['--speeds', `mo-07:00=${at('rush.csv')}`];
  const { url, end, hangUp, said } = await serve('--live', at('live.csv'), ...speeds);
  const answer = await fetch(`${url}/route/v1/driving/13.401,52.5;13.409,52.5`);
  const { routes } = (await answer.json()) as Answered;
  // 542 m of the motorway at 20 km/h
  assert.ok(Math.abs(routes[0].duration - 541.5 / (20 / 3.6)) < 2, `${routes[0].duration} s`);
  // in the rush hour the motorway goes at 10 km/h, but live speeds are above
  const rush = await fetch(`${answer.url}?depart_at=2026-11-30T08:00`);
  assert.is(((await rush.json()) as Answered).routes[0].duration, routes[0].duration);
  // SIGHUP: the file is read again; a bad one changes nothing
  const after = async (text: string, told: string): Promise<number> => {
    await writeFile(at('live.csv'), text);
    hangUp();
    await said(told);
    const again = (await (await fetch(answer.url)).json()) as Answered;
    return again.routes[0].duration;
  };
  const half = await after('10,10\n11,30\n', 'took 2 live speeds of');
  assert.ok(Math.abs(half - 2 * routes[0].duration) < 4, `${half} s`);
  assert.is(await after('10,fast\n', 'live speeds stay as they were: cannot read'), half);
  assert.equal((await end())[0], { code: 0, signal: null });
});

test.run();
