// What `wayfield` says where its services cannot do what they are asked for.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { type Profile, PROFILES, readOsm, writeRoadNetwork } from '@wayfield/osm';
import { buildRouting, writeRouting } from '@wayfield/routing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SQUARE, squareFolder } from './square.ts';

const test = suite('wayfield: refusals of services');
const { at, here } = squareFolder(test);

test('say what is wrong in one line, and leave with 2', async () => {
  const convert = ['osm', 'convert', 'square.osm', '-q', '--format', 'routing'];
  assert.is((await here(...convert, '-o', 'square.wfr')).code, 0);
  assert.is((await here(...convert, '-o', 'short.wfr', '--weight', 'metres')).code, 0);
  await writeFile(at('bad.txt'), '52.5,13.4\nnowhere\n');
  await writeFile(at('back.txt'), '52.5,13.4,20\n52.5,13.401\n52.5,13.402,10.5\n');
  const timed = [20, 10].map((s) => `<trkpt lat="52.5" lon="13.4"><time>1970-01-01T00:00:${s}Z`);
  const points = timed.map((point) => `${point}</time></trkpt>`).join('');
  await writeFile(at('back.gpx'), `<gpx><trk><trkseg>${points}</trkseg></trk></gpx>`);
  await writeFile(at('one.txt'), '52.5,13.402\n');
  const far = [13.4, 13.41, 13.42].map((lon) => [lon, 1e300]);
  await writeFile(at('far.json'), JSON.stringify({ type: 'Polygon', coordinates: [far] }));
  const [open, shut] = ['{"type":"GeometryCollection","geometries":[', ']}'];
  await writeFile(at('deep.json'), open.repeat(100_000) + shut.repeat(100_000));
  const from = ['--from=52.5,13.4', '--to=52.5,13.41'];
  const back = /time of point 3 is 10\.5 s, before 20 s of an earlier point/;
  const { port, close } = await takenPort();
  for (const [args, message] of [
    [['nearest', 'none.osm', '52.5,13.4'], /cannot read none\.osm: there is no such file/],
    [['nearest', 'square.wfr', '52.5'], /Expected degrees: LAT,LON/],
    [['nearest', 'square.wfr', '52.5,13.4', '--count', '0'], /from 1 to 100/],
    [['nearest', 'square.wfr', '52.5,13.4', '--bearing', '400'], /degrees from 0 to 360/],
    [['matrix', 'square.wfr'], /expected places, or --sources with a file/],
    [['matrix', 'square.wfr', '--sources', 'bad.txt'], /bad\.txt, line 2: Expected degrees/],
    [['matrix', 'square.wfr', '1,1', '--sources', 'one.txt'], /1 place, or --sources, not both/],
    [['matrix', 'square.wfr', '1,1'], /no road within 1\.0 km of 1,1/],
    [['isochrone', 'square.wfr', '--from=52.5,13.4'], /expected --minutes or --metres/],
    [['isochrone', 'square.wfr', '--from=52.5,13.4', '--minutes', '0'], /numbers above 0/],
    [['isochrone', 'square.wfr', '--from=52.5,13.4', '--metres', '9'], /routes minimise seconds/],
    [['isochrone', 'square.wfr', '--from=52.5,13.4', '--cell', '0.5'], /metres from 1 to 1000000/],
    [['trip', 'square.wfr', '52.5,13.4'], /at least two stops/],
    [['route', 'square.wfr', ...from, '--avoid', 'x'], /classes of/],
    [['route', 'square.wfr', ...from, '--avoid-area', 'far.json'], /far\.json: a ring is no list/],
    [['route', 'square.wfr', ...from, '--avoid-area', 'deep.json'], /cannot read deep\.json: Max/],
    [['match', 'square.wfr', 'none.gpx'], /cannot read none\.gpx: there is no such file/],
    [['match', 'square.wfr', 'one.txt'], /one\.txt: no trace of at least two points/],
    [['match', 'square.wfr', 'bad.txt'], /cannot read bad\.txt: Expected degrees/],
    [['match', 'square.wfr', 'back.txt'], back],
    [['match', 'square.wfr', 'back.gpx'], /back\.gpx: the time of point 2 is 10 s, before 20 s/],
    [['match', 'square.wfr', 'bad.txt', '--accuracy', '0'], /metres from 0\.5 to 200/],
    [['serve', 'square.wfr', '--port', port], /cannot listen at 127\.0\.0\.1:\d+: .*EADDRINUSE/],
    [['serve', 'none.osm'], /cannot read none\.osm/],
    [['serve', 'square.wfr', '--port', '99999'], /from 0 to 65535/],
    [['serve', 'square.wfr', '--live', 'a.csv', '--conditions'], /cannot be used/],
    [['serve', 'square.wfr', '--timeout', '0'], /Expected seconds from 0\.01 to 3600/],
  ] as const) {
    const { code, out, err } = await here(...args);
    assert.is(code, 2, args.join(' '));
    assert.match(err, message);
    assert.match(err, /^wayfield: [^\n]+\n$/);
    assert.is(out, '');
  }
  await close();
});

test('serve tells a network that cannot be served from an address that is taken', async () => {
  const { code, err } = await here('serve', 'short.wfr', '--port', '0', '--conditions');
  assert.is(code, 2);
  const [note, why] = err.split('\n');
  assert.match(note, /^wayfield: --departure changes nothing/);
  assert.match(why, /^wayfield: cannot serve short\.wfr: routing\.metric is 'metres', expected/);
});

/** A port at which a program listens already. */
async function takenPort(): Promise<{ port: string; close(): Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port: String(port), close: () => once(server.close(), 'close') };
}

test('isochrone refuses minutes and metres where routes minimise costs', async () => {
  const { car } = PROFILES;
  const way: Profile['way'] = (tags) => {
    const use = car.way(tags);
    return use && { ...use, rates: [0.01, 0.01] };
  };
  const bytes = new TextEncoder().encode(SQUARE);
  const network = await readOsm(bytes, { profile: { ...car, way }, weight: 'seconds' });
  await writeFile(at('costs.wfr'), writeRouting(buildRouting(network)));
  await writeFile(at('costs.wfg'), writeRoadNetwork(network));
  const isochrone = (file: string, ...flags: string[]): ReturnType<typeof here> =>
    here('isochrone', file, '--from=52.5,13.4', ...flags);
  for (const limit of ['--minutes', '--metres']) {
    const { code, err } = await isochrone('costs.wfr', limit, '5');
    assert.equal([code, err], [2, 'wayfield: costs.wfr: its routes minimise cost\n']);
  }
  // of a road network the metric can still be chosen
  const [minutes, metres] = [
    ['--minutes', '5'],
    ['--metres', '500'],
  ] as const;
  for (const limit of [minutes, metres, [...minutes, '--metric', 'seconds']]) {
    assert.is((await isochrone('costs.wfg', ...limit)).code, 0);
  }
});

test('says in its help that a network file too has small components', async () => {
  const { out } = await here('nearest', '--help');
  const line = '--small-component-size <count> of a map or road network, places on parts';
  assert.ok(out.replace(/\s+/g, ' ').includes(line), out);
});

test.run();
