import { deflateSync, gzipSync } from 'node:zlib';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bunzip2Chunks } from '../src/bunzip2.ts';
import { createIds } from '../src/ids.ts';
import { type Profile, PROFILES, readOsm } from '../src/index.ts';
import { inflateChunks } from '../src/inflate.ts';
import { createAreaReader } from '../src/open-areas.ts';
import { createWayList, PLACED } from '../src/way-list.ts';
import { rejects } from './rejects.ts';
import { town } from './town.ts';
import {
  block,
  blob,
  bytesOf,
  framed,
  headerBlob,
  joined,
  type PbfWay,
  writePbf,
  writeXml,
} from './write-pbf.ts';

const xml = writeXml(town);
const read = (file: string | Uint8Array): Promise<unknown> =>
  readOsm(typeof file === 'string' ? new TextEncoder().encode(file) : file, { profile: 'car' });

const hostile = suite('readOsm refuses');

hostile('what is no map', async () => {
  await rejects(read(''), SyntaxError, 'the source is empty');
  await rejects(
    read('{"type":"FeatureCollection"}'),
    SyntaxError,
    /begins with 7b 22 74 .* neither OSM XML, PBF/,
  );
  await rejects(read(' '.repeat(99)), SyntaxError, /begins with 20 20 .* neither OSM XML/);
  await rejects(read('<html></html>'), SyntaxError, 'OSM XML: the root is <html>, expected <osm>');
  await rejects(read(gzipSync(gzipSync(xml))), SyntaxError, 'the source is gzip within gzip');
  await rejects(read(gzipSync('hello')), SyntaxError, /neither OSM XML/);
});

hostile('truncated files of every form', async () => {
  const files: [string, Uint8Array, RegExp][] = [
    ['XML', new TextEncoder().encode(xml), /unclosed tag|unexpected end|no root/],
    ['gzip', gzipSync(xml), /gzip is truncated or corrupt/],
    ['PBF', writePbf(town), /PBF blob \d: \d+ bytes are left, expected \d+/],
  ];
  for (const [name, file, text] of files) {
    for (const share of [0.3, 0.7, 0.98]) {
      await rejects(read(file.subarray(0, file.length * share)), SyntaxError, text).catch(
        (error) => {
          throw new Error(`${name} at ${share}`, { cause: error });
        },
      );
    }
  }
});

hostile('entities, however they are declared', async () => {
  const bomb = '<!DOCTYPE osm [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const text = `${bomb}<osm><way id="1"><tag k="name" v="&b;"/></way></osm>`;
  await rejects(read(text), SyntaxError, /undefined entity/);
  const external = '<!DOCTYPE osm SYSTEM "file:///etc/hostname"><osm>&x;</osm>';
  await rejects(read(external), SyntaxError, /undefined entity/);
});

hostile('XML that is endless in one place', async () => {
  const long = 'a'.repeat(3 << 20);
  await rejects(
    read(`<osm><node id="1" note="${long}"/></osm>`),
    SyntaxError,
    /no element begins or ends within 1048576 characters/,
  );
  await rejects(
    read(`<osm>${'<a>'.repeat(100_000)}`),
    SyntaxError,
    'OSM XML: elements are nested deeper than 8',
  );
  await rejects(read(`<osm><!--${long}`), SyntaxError, /no element begins/);
});

hostile('ids that are none, and bytes that are no UTF-8', async () => {
  const way = (ref: string): string =>
    `<osm><way id="1"><nd ref="${ref}"/><tag k="highway" v="road"/></way></osm>`;
  const nameless = way('1').replace('</osm>', '<node lat="1" lon="1"/></osm>');
  await rejects(read(nameless), SyntaxError, 'id of a node is missing, expected a whole number');
  await rejects(read(way('1e3')), SyntaxError, 'ref of a way is "1e3", expected a whole number');
  await rejects(
    read(way('99999999999999999999')),
    SyntaxError,
    'id 99999999999999999999 does not fit into 64 bits',
  );
  await rejects(
    read(Uint8Array.from([...Buffer.from('<osm a="'), 0xff, ...Buffer.from('"/>')])),
    SyntaxError,
    'OSM XML: not UTF-8',
  );
});

/** 100 MiB of zeros by bzip2. */
const BZIP2_BOMB =
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKg' +
  'JakKgJcxQVkmU1mKltepAGQGRADAABAAAAggADDMBSmmKARbEoBF4u5IpwoSFdRTLWA=';

hostile('bombs', async () => {
  const drain = async (chunks: AsyncGenerator<Uint8Array>): Promise<number> => {
    let bytes = 0;
    for await (const chunk of chunks) bytes += chunk.length;
    return bytes;
  };
  async function* one(file: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    yield file;
  }
  const gzip = gzipSync(Buffer.alloc(100 << 20));
  await rejects(
    drain(inflateChunks(one(gzip))),
    RangeError,
    /^gzip: \d+ bytes inflate to at least \d+, expected at most 67108864 and 250 times as many/,
  );
  const bzip2 = new Uint8Array(Buffer.from(BZIP2_BOMB, 'base64'));
  await rejects(
    drain(bunzip2Chunks(one(bzip2))),
    RangeError,
    /^bzip2: \d+ bytes inflate to at least \d+/,
  );
  // what is not that dense passes
  const usual = gzipSync(Buffer.from(xml.repeat(20)));
  assert.is(await drain(inflateChunks(one(usual))), 20 * Buffer.byteLength(xml));
});

hostile('blobs that claim more than there is, or more than there may be', async () => {
  const header = headerBlob();
  const claim = (size: number): Uint8Array =>
    joined([header, framed('OSMData', new Uint8Array(9), size)]);
  await rejects(
    read(claim(4e9)),
    SyntaxError,
    'PBF blob 1: 4000000000 bytes of data, expected 0 to 33554432',
  );
  await rejects(read(claim(1000)), SyntaxError, 'PBF blob 1: 9 bytes are left, expected 1000');
  const long = joined([header, Uint8Array.from([0xff, 0xff, 0xff, 0xff, 1, 2, 3])]);
  await rejects(
    read(long),
    SyntaxError,
    'PBF blob 1: a header of 4294967295 bytes, the most is 65536',
  );
  const inflating = (size: number, packed: Uint8Array): Uint8Array => {
    const body = bytesOf((pbf) => {
      pbf.writeVarintField(2, size);
      pbf.writeBytesField(3, packed);
    });
    return joined([header, framed('OSMData', body, body.length)]);
  };
  await rejects(
    read(inflating(2 ** 31, deflateSync('x'))),
    SyntaxError,
    'PBF blob 1: 2147483648 bytes inflated, expected 0 to 33554432',
  );
  await rejects(
    read(inflating(9, deflateSync('x'.repeat(1000)))),
    SyntaxError,
    'PBF blob 1: zlib inflates to more than the 9 bytes announced',
  );
  await rejects(
    read(inflating(9, deflateSync('x'))),
    SyntaxError,
    'PBF blob 1: zlib inflates to 1 bytes, expected 9',
  );
  await rejects(
    read(inflating(9, Uint8Array.from([1, 2, 3]))),
    SyntaxError,
    /^PBF blob 1: zlib is truncated or corrupt/,
  );
});

hostile('fields and varints that run over their end', async () => {
  const withBlock = (bytes: Uint8Array): Uint8Array =>
    joined([headerBlob(), blob('OSMData', bytes, true)]);
  const field = (...bytes: number[]): Uint8Array => withBlock(Uint8Array.from(bytes));
  await rejects(
    read(field(0x12, 0xff, 0xff, 0xff, 0xff, 0x0f)),
    SyntaxError,
    /^PBF blob 1: a field of 4294967295 bytes at 6, 0 are left/,
  );
  await rejects(read(field(0x12, 0x80)), SyntaxError, /^PBF blob 1: /);
  await rejects(read(field(...Array(12).fill(0xff))), SyntaxError, /^PBF blob 1: Expected varint/);
  await rejects(read(field(0x0b)), SyntaxError, /^PBF blob 1: Unimplemented type: 3/);
  await rejects(read(field(0x00, 0x00)), SyntaxError, 'PBF blob 1: field 0 at 1');
  // three ids, one latitude
  const good = block({ nodes: [1, 2, 3].map((id) => ({ id, lonE7: 1, latE7: 1 })) });
  const at = good.indexOf(0x42);
  const bad = joined([good.subarray(0, at), Uint8Array.from([0x42, 1, 2]), good.subarray(at + 5)]);
  bad[bad.indexOf(0x12, 4) + 1] -= 2;
  await rejects(read(withBlock(bad)), SyntaxError, /^PBF blob 1: /);
});

type Area = NonNullable<Profile['area']>;
const square: Area = () => ({ roadClass: 'pedestrian', forward: 5, backward: 5 });
const footway = { roadClass: 'footway', forward: 5, backward: 5 } as const;

/** Meshing of `count` areas of `corners` corners each, all of them entries. */
function gears(count: number, corners: number, area: Area) {
  const reader = createAreaReader({ ...PROFILES.foot, area });
  const list = createWayList(createIds());
  const refs = Array.from({ length: count * corners }, (_, i) => i);
  // a way over all corners makes them entries
  list.add(1, refs, new Map(), footway);
  for (let k = 0; k < count; k++) {
    const ring = refs.slice(k * corners, (k + 1) * corners);
    reader.way(2 + k, [...ring, ring[0]], new Map());
  }
  reader.number(list, () => undefined);
  // teeth: few corners see one another
  const at = (i: number): number => 1e5 * (i % 2 ? 1 : 0.9);
  const turn = (i: number): number => (2 * Math.PI * i) / corners;
  const places = {
    lonE7: Int32Array.from(refs, (i) => at(i) * Math.cos(turn(i))),
    latE7: Int32Array.from(refs, (i) => at(i) * Math.sin(turn(i))),
    state: new Uint8Array(refs.length).fill(PLACED),
    delays: new Map(),
  };
  const mesh = (mostTests: number, signal?: AbortSignal): Promise<void> =>
    reader.mesh(list, places, { mostTests, signal, check: () => undefined });
  return { mesh, list };
}

hostile('open areas whose lines take longer than those of any map', async () => {
  // 100 ends: 100^2 tests for reflex corners, then 100^3 / 2 for lines
  await rejects(
    gears(3, 100, square).mesh(1_529_999),
    RangeError,
    'lines across open ground take more than 1529999 tests: no map of this size does',
  );
  const { mesh, list } = gears(3, 100, square);
  await mesh(1_530_000);
  assert.is(list.openAreas.length, 3);
  // reflex corners are looked for in the square of the corners: 4e8 tests here
  const refs = Array.from({ length: 1000 }, (_, i) => i);
  const members = refs.slice(0, 20).map((ref) => ({ type: 'way' as const, ref, role: 'outer' }));
  const reader = createAreaReader({ ...PROFILES.foot, area: square });
  reader.relation(1, members, new Map());
  const many = createWayList(createIds());
  for (let id = 0; id < 20; id++) {
    const ring = refs.map((ref) => ref + 1000 * id);
    reader.wayPass.way!(id, [...ring, ring[0]], new Map());
    many.add(id, ring, new Map(), footway);
  }
  reader.number(many, () => undefined);
  const count = many.nodes.count;
  const places = {
    lonE7: Int32Array.from({ length: count }, (_, i) => (i * 7919) % 1e6),
    latE7: Int32Array.from({ length: count }, (_, i) => (i * 104_729) % 1e6),
    state: new Uint8Array(count).fill(PLACED),
    delays: new Map(),
  };
  await reader.mesh(many, places, { mostTests: 1e12, check: () => undefined });
  assert.is(many.openAreas.length, 0);
});

hostile('open areas no longer once the signal is aborted', async () => {
  const controller = new AbortController();
  let [asked, aborted] = [0, 0];
  const { mesh } = gears(40, 100, () => ({
    roadClass: 'pedestrian',
    forward: 5,
    backward: 5,
    get inside() {
      asked++;
      return 5;
    },
  }));
  const before = asked;
  setTimeout(() => {
    aborted = asked;
    controller.abort(new Error('enough'));
  }, 1);
  await rejects(mesh(1e12, controller.signal), Error, 'enough');
  assert.ok(aborted > before && asked === aborted && asked < before + 40, `${asked}`);
});

hostile('restrictions over many ways that meet in many nodes', async () => {
  const streets = { highway: 'residential' };
  const knot = Array.from({ length: 8 }, (_, i) => i + 1);
  // from each node to each other one
  const refs = knot.flatMap((u) => knot.filter((v) => v > u).flatMap((v) => [u, v]));
  const via = Array.from({ length: 29 }, (_, i) => i + 10);
  const ways = [
    { id: 1, refs: [9, 1], tags: streets },
    ...via.map((id) => ({ id, refs, tags: streets })),
    // no other way meets this one
    { id: 2, refs: [10, 11], tags: streets },
  ];
  const member = (ref: number, role: string) => ({ type: 'way' as const, ref, role });
  const members = [member(1, 'from'), ...via.map((id) => member(id, 'via')), member(2, 'to')];
  const tags = { type: 'restriction', restriction: 'no_left_turn' };
  const file = writePbf({
    nodes: Array.from({ length: 11 }, (_, i) => ({
      id: i + 1,
      lonE7: 130_000_000 + 1000 * i,
      latE7: 500_000_000 + 900 * i * i,
    })),
    ways,
    relations: Array.from({ length: 20 }, (_, i) => ({ id: i + 1, members, tags })),
  });
  const before = process.cpuUsage();
  const { report } = await readOsm(file, {
    profile: 'car',
    weight: 'seconds',
    turnRestrictions: true,
  });
  assert.equal([report.restrictions, report.restrictionsUnclear], [20, 20]);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 5e6, `${user} us`);
});

hostile('polygons that share ways no less than others', async () => {
  const reader = createAreaReader({ ...PROFILES.foot, area: square });
  const members = [{ type: 'way' as const, ref: 1, role: 'outer' }];
  for (let i = 0; i < 1000; i++) reader.relation(i, members, new Map());
  const ring = Array.from({ length: 4000 }, (_, i) => i);
  reader.wayPass.way!(1, [...ring, 0], new Map());
  const most = 1e5;
  const check = (): void => {
    if (reader.named > most) throw new RangeError('too many');
  };
  refuses(() => reader.number(createWayList(createIds()), check), RangeError, 'too many');
});

hostile('few bytes that name millions of corners of areas', async () => {
  const refs = Array.from({ length: 5000 }, (_, i) => i % 4999);
  const ways = Array.from({ length: 250 }, (_, i) => ({ id: i + 1, refs, tags: { area: 'yes' } }));
  const profile: Profile = {
    ...PROFILES.foot,
    keys: ['area'],
    way: () => undefined,
    area: () => ({ roadClass: 'pedestrian', forward: 5, backward: 5 }),
  };
  await rejects(
    readOsm(writePbf({ ways }), { profile, openAreas: true }),
    RangeError,
    /^\d+ bytes name more than \d+ nodes of roads: no map is as dense$/,
  );
});

hostile('rings of many ways, in time that grows with their number', () => {
  // processor time, so that other work of the machine does not count; in linear time 4 times as
  // many ways take about 4 times as long, in quadratic time 16 times
  joinTriangles(15_000);
  const few = Math.min(...[1, 2, 3].map(() => joinTriangles(15_000)));
  const many = Math.min(...[1, 2, 3].map(() => joinTriangles(60_000)));
  assert.ok(many < 10 * few, `${many} us for 60,000 ways, ${few} us for 15,000`);
});

/** Joins `count` ways of one area to triangles; gives the microseconds of processor time. */
function joinTriangles(count: number): number {
  const reader = createAreaReader({
    ...PROFILES.foot,
    area: () => ({ roadClass: 'pedestrian', forward: 5, backward: 5 }),
  });
  const members = Array.from({ length: count }, (_, ref) => ({
    type: 'way' as const,
    ref,
    role: 'outer',
  }));
  reader.relation(1, members, new Map());
  for (let id = 0; id < count; id++) {
    const first = 3 * Math.floor(id / 3);
    reader.wayPass.way!(id, [id, id === first + 2 ? first : id + 1], new Map());
  }
  const list = createWayList(createIds());
  const before = process.cpuUsage();
  reader.number(list, () => undefined);
  const { user, system } = process.cpuUsage(before);
  assert.is(list.nodes.count, count);
  return user + system;
}

hostile('few bytes that name millions of nodes, strings and groups', async () => {
  const road = { highway: 'residential' };
  const way = (id: number, count: number): PbfWay => ({
    id,
    refs: Array.from({ length: count }, (_, i) => i),
    tags: road,
  });
  await rejects(
    read(writePbf({ ways: [way(1, (1 << 20) + 1)] })),
    SyntaxError,
    'PBF blob 1: a list of ids in 1048577 bytes, the most is 1048576',
  );
  const ways = [1, 2, 3, 4].map((id) => way(id, 1 << 19));
  await rejects(
    read(writePbf({ ways })),
    RangeError,
    /^\d+ bytes name more than \d+ nodes of roads: no map is as dense$/,
  );
  const nd = '<nd ref="1"/>'.repeat((1 << 20) + 1);
  await rejects(
    read(gzipSync(`<osm><way id="1">${nd}</way></osm>`)),
    SyntaxError,
    'OSM XML: an element with more than 1048576 others in it',
  );
  const empty = Uint8Array.from({ length: 1 << 21 }, (_, i) => (i & 1 ? 0 : 0x12));
  const report = await readOsm(joined([headerBlob(), blob('OSMData', empty)]), { profile: 'car' });
  assert.is(report.graph.nodeCount, 0);
});

hostile('compressions and features that are not read', async () => {
  const lzma = bytesOf((pbf) => pbf.writeBytesField(4, new Uint8Array(5)));
  await rejects(
    read(joined([headerBlob(), framed('OSMData', lzma, lzma.length)])),
    SyntaxError,
    'PBF blob 1: the data are compressed by lzma, which is not read; zlib is',
  );
  await rejects(
    read(writePbf(town, { features: ['OsmSchema-V0.6', 'HistoricalInformation'] })),
    SyntaxError,
    "PBF blob 0: the file requires 'HistoricalInformation', which is not read",
  );
  await rejects(
    read(joined([headerBlob(), framed('OSMData', new Uint8Array(0), 0)])),
    SyntaxError,
    'PBF blob 1: there is no data',
  );
});

hostile.run();
