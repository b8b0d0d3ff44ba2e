// Ways that lie on one another.
import { NONE } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type OsmOptions, readOsm, type RoadNetwork } from '../src/index.ts';

const test = suite('parallel roads');

interface Way {
  readonly nodes: readonly number[];
  readonly tags: Readonly<Record<string, string>>;
}

/** Nodes 1 to 5 from west to east, 1 km apart; node 6 north of node 3. */
async function read(ways: readonly Way[], more: Partial<OsmOptions> = {}): Promise<RoadNetwork> {
  const node = (id: number, east: number, north: number): string =>
    `<node id="${id}" lon="${13 + east / 70}" lat="${52 + north / 100}"/>`;
  const nodes = [1, 2, 3, 4, 5].map((id) => node(id, id, 0)).join('') + node(6, 3, 1);
  const lines = ways.map(({ nodes: refs, tags }, i) => {
    const all = Object.entries({ highway: 'primary', ...tags });
    const told = all.map(([key, value]) => `<tag k="${key}" v="${value}"/>`).join('');
    return `<way id="${i + 1}">${refs.map((id) => `<nd ref="${id}"/>`).join('')}${told}</way>`;
  });
  const text = `<osm version="0.6">${nodes}${lines.join('')}</osm>`;
  return readOsm(new TextEncoder().encode(text), {
    profile: 'car',
    weight: 'seconds',
    parallel: 'cheapest',
    ...more,
  });
}

/** Arcs by the ids at their ends, and the names, or ids of ways, of their roads. */
function arcsOf({ graph, nodeId, roadOf, roads, names }: RoadNetwork): string[] {
  const found: string[] = [];
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      assert.is.not(roadOf[a], NONE);
      const road = roadOf[a] >>> 1;
      const name = names[roads.name[road]] || `way ${roads.wayId[road]}`;
      found.push(`${nodeId[u]}-${nodeId[graph.head[a]]} ${name}`);
    }
  }
  return found.sort();
}

const named = (nodes: readonly number[], name: string, tags = {}): Way => ({
  nodes,
  tags: { ...(name !== '' && { name }), ...tags },
});

test('of equally cheap segments the first by name is used, without a name last', async () => {
  const ways = ['', 'Beta', '\u{1f6e3} Road', 'Alpha', 'Alphabet', 'Ünter'];
  const all = ways.map((name) => named([1, 2], name));
  assert.equal(arcsOf(await read(all)), ['1-2 Alpha', '2-1 Alpha']);
  assert.is((await read(all)).roads.count, 1);
  assert.equal(arcsOf(await read([all[0], all[2], all[5]])), ['1-2 Ünter', '2-1 Ünter']);
  assert.equal(arcsOf(await read([all[0], named([2, 1], '')])), ['1-2 way 1', '2-1 way 1']);
  assert.is((await read(all, { parallel: 'all' })).graph.arcCount, 12);
  assert.equal(await read(all, { parallel: 'all' }), await readDefault(all));
});

const readDefault = async (ways: readonly Way[]): Promise<RoadNetwork> =>
  read(ways, { parallel: undefined } as unknown as Partial<OsmOptions>);

test('the cheaper segment is used, in each direction', async () => {
  const slow = named([1, 2], 'A', { maxspeed: '30' });
  const fast = named([2, 1], 'B', { maxspeed: '60', oneway: 'yes' });
  assert.equal(arcsOf(await read([slow, fast])), ['1-2 A', '2-1 B']);
  const both = named([2, 1], 'C', { maxspeed: '50' });
  assert.equal(arcsOf(await read([slow, fast, both])), ['1-2 C', '2-1 B']);
  // metres: both cost the same, so the faster one counts
  const metres = await read([slow, both], { weight: 'metres' });
  assert.equal(arcsOf(metres), ['1-2 C', '2-1 C']);
});

test('only segments between neighbouring nodes are compared', async () => {
  const long = named([1, 2, 3, 4, 5], 'Long');
  const short = named([2, 3], 'Alike');
  const round = named([2, 6, 3], 'Around');
  const found = arcsOf(await read([long, short, round]));
  const there = found.filter((arc) => arc < '2' || /^2-3|^3-5/.test(arc));
  assert.equal(there, ['1-2 Long', '2-3 Alike', '2-3 Around', '3-5 Long']);
  // a way of two segments over one of one is none between the same neighbours
  const skips = named([1, 3], 'Skips');
  assert.ok(arcsOf(await read([long, skips])).includes('1-3 Long'));
});

test('wrong words are refused', async () => {
  await read([], { parallel: 'fastest' as 'cheapest' }).then(
    () => assert.unreachable(),
    (error) => assert.instance(error, RangeError),
  );
});

test.run();
