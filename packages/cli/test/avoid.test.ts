// `--avoid` and `--avoid-area` of all services that have them.
import { readFile, writeFile } from 'node:fs/promises';
import { readRouting, writeRouting } from '@wayfield/routing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SQUARE, squareFolder } from './square.ts';

const test = suite('wayfield: roads to avoid');
const { at, here } = squareFolder(test);

test('all services leave out classes, kinds and areas', async () => {
  const toll = '<tag k="toll" v="yes"/><tag k="name" v="Nord"/>';
  const tunnel = '<tag k="tunnel" v="yes"/><tag k="name" v="West"/>';
  const tagged = SQUARE.replace('<tag k="name" v="Nord"/>', toll);
  await writeFile(at('tagged.osm'), tagged.replace('<tag k="name" v="West"/>', tunnel));
  const convert = ['osm', 'convert', 'tagged.osm', '-qo', 'tagged.wfr', '--format', 'routing'];
  assert.is((await here(...convert)).code, 0);
  const box = [13.399, 52.504, 13.401, 52.506];
  const ring = [0, 1, 2, 3].map((i) => [box[i === 1 || i === 2 ? 2 : 0], box[i < 2 ? 1 : 3]]);
  const west = { type: 'Polygon', coordinates: [ring] };
  await writeFile(at('west.geojson'), JSON.stringify(west));
  const from = '52.50,13.402';
  const to = '52.51,13.401';
  const run = async (command: string, ...args: string[]): Promise<string> => {
    const { code, out, err } = await here(command, 'tagged.wfr', ...args);
    assert.is(code, 0, err);
    return out;
  };
  // from the south of the square to its north: through the tunnel in the west, else over the east
  const seconds = async (...flags: string[]): Promise<number> =>
    Number((await run('matrix', from, to, ...flags)).split(/[,\n]/)[1]);
  const [plain, around] = [await seconds(), await seconds('--avoid', 'tunnel')];
  assert.ok(around > 1.2 * plain, `${plain}, ${around}`);
  assert.is(await seconds('--avoid', 'ferry, restricted'), plain);
  assert.is(await seconds('--avoid-area', 'west.geojson'), around);
  assert.is(await seconds('--avoid', 'tunnel', '--threads', '2'), around);
  const none = await here('matrix', 'tagged.wfr', from, '--avoid', 'motorway', '--within', '60');
  assert.match(none.err, /no road within 60 m of 52\.5,13\.402\n/);
  const ends = ['--from', from, '--to', to];
  assert.match(await run('route', ...ends), /West/);
  assert.not.match(await run('route', ...ends, '--avoid', 'tunnel'), /West/);
  const blocked = await here('route', 'tagged.wfr', ...ends, '--avoid', 'tunnel,toll');
  assert.equal([blocked.code, blocked.out], [1, '']);
  const reached = async (...flags: string[]): Promise<number> => {
    const out = await run('isochrone', '--from', from, '--minutes', '3', '--roads', ...flags);
    const [{ geometry }] = (
      JSON.parse(out) as { features: { geometry: { coordinates: unknown[] } }[] }
    ).features;
    return geometry.coordinates.length;
  };
  assert.ok((await reached('--avoid', 'tunnel')) < (await reached()));
  const metres = async (...flags: string[]): Promise<number> =>
    Number(/^([\d.]+) km/.exec(await run('trip', from, to, '--open', ...flags))![1]);
  assert.ok((await metres('--avoid', 'tunnel')) > 1.5 * (await metres()));
  // a trace beside the motorway
  await writeFile(at('beside.txt'), [3, 5, 7].map((i) => `52.5001,13.40${i}`).join('\n'));
  assert.match(await run('match', at('beside.txt')), /Autobahn/);
  const left = await here('match', 'tagged.wfr', 'beside.txt', '--avoid', 'motorway');
  assert.equal([left.code, left.out], [1, '']);
});

test('kinds that a file does not tell are refused', async () => {
  const convert = ['osm', 'convert', 'square.osm', '-qo', 'square.wfr', '--format', 'routing'];
  await here(...convert);
  const routing = readRouting(new Uint8Array(await readFile(at('square.wfr'))));
  const { details: _, ...network } = routing.network;
  await writeFile(at('old.wfr'), writeRouting({ ...routing, network }));
  const says = 'wayfield: --avoid toll: the file does not tell these roads, convert it again\n';
  const place = '52.50,13.402';
  for (const args of [
    ['matrix', 'old.wfr', place],
    ['route', 'old.wfr', '--from', place, '--to', '52.51,13.401'],
  ]) {
    assert.equal(await here(...args, '--avoid', 'toll'), { code: 2, out: '', err: says });
    assert.is((await here(...args, '--avoid', 'ferry')).code, 0);
  }
});

test.run();
