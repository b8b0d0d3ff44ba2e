// What signs and tags tell about roads.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Profile,
  PROFILES,
  readOsm,
  readRoadNetwork,
  type RoadDetails,
  type RoadNetwork,
  writeRoadNetwork,
} from '../src/index.ts';

/** A map of ways from west to east, 1 km each, with these tags. */
function mapOf(ways: readonly Readonly<Record<string, string>>[]): Uint8Array {
  const nodes = ways.map((_, i) => `<node id="${i + 1}" lon="${13 + i / 70}" lat="52"/>`);
  nodes.push(`<node id="${ways.length + 1}" lon="${13 + ways.length / 70}" lat="52"/>`);
  const lines = ways.map((tags, i) => {
    const list = Object.entries(tags).map(([key, value]) => `<tag k="${key}" v="${value}"/>`);
    return `<way id="${i + 1}"><nd ref="${i + 1}"/><nd ref="${i + 2}"/>${list.join('')}</way>`;
  });
  return new TextEncoder().encode(`<osm version="0.6">${nodes.join('')}${lines.join('')}</osm>`);
}

function detailsOfWays({ roads, details }: RoadNetwork): RoadDetails[] {
  const found: RoadDetails[] = [];
  for (let r = 0; r < roads.count; r++) {
    found[Number(roads.wayId[r]) - 1] = details![roads.detail![r]];
  }
  return found;
}

const WAYS = [
  { highway: 'primary', name: 'Street' },
  { highway: 'primary', ref: 'A 7;E 45' },
  { highway: 'motorway_link', oneway: 'no', name: 'Ramp', ref: 'A 7', 'junction:ref': '12' },
  { highway: 'primary', destination: 'Rom;Bern', 'destination:ref': 'A 1', toll: 'yes' },
  { highway: 'primary', tunnel: 'yes', toll: 'no', 'name:pronunciation': 'spoken' },
  { highway: 'primary', junction: 'roundabout', oneway: 'no', access: 'destination' },
  { highway: 'primary', name: 'Other' },
];
const EXPECTED: RoadDetails[] = [
  {},
  { ref: 'A 7; E 45', unnamed: true },
  { ref: 'A 7', exits: '12', link: true },
  { destinations: 'A 1: Rom, Bern', kinds: ['toll'] },
  { pronunciation: 'spoken', kinds: ['tunnel'] },
  { kinds: ['restricted'], roundabout: true },
  {},
];

const test = suite('details of roads');

test('are read from tags, kept once, and stored in files', async () => {
  const network = await readOsm(mapOf(WAYS), { profile: 'car' });
  assert.equal(detailsOfWays(network), EXPECTED);
  assert.is(network.details!.length, 6);
  const again = readRoadNetwork(writeRoadNetwork(network));
  assert.equal(detailsOfWays(again), EXPECTED);
  // a road without a name goes by its number in `names`
  assert.ok(network.names.includes('A 7;E 45'));
});

test('are left out of files of networks without details', async () => {
  const { details: _, ...network } = await readOsm(mapOf(WAYS), { profile: 'car' });
  const again = readRoadNetwork(writeRoadNetwork(network));
  assert.is(again.details, undefined);
  assert.is(again.roads.detail, undefined);
});

test('tell how a profile travels a way', async () => {
  const profile: Profile = {
    ...PROFILES.car,
    way: () => ({ roadClass: 'other', forward: 9, backward: 9, modes: ['down', 'up'] }),
  };
  const network = await readOsm(mapOf([{ highway: 'river' }]), { profile });
  assert.equal(detailsOfWays(network), [{ modes: ['down', 'up'] }]);
});

test('of a damaged file are refused', async () => {
  const network = await readOsm(mapOf(WAYS), { profile: 'car' });
  const file = (details: unknown): Uint8Array =>
    writeRoadNetwork({ ...network, details: details as RoadDetails[] });
  for (const details of [
    [{}, { ref: 7 }],
    [{}, null],
    [{}, { modes: ['down'] }],
    [{}, []],
  ]) {
    assert.throws(() => readRoadNetwork(file(details)), /the text of the network is not that/);
  }
  assert.throws(() => readRoadNetwork(file([{}])), /detail\[\d\] is \d, expected below 1/);
});

test('name paths after the street beside which they lie', async () => {
  const beside = { 'is_sidepath:of:name': 'High Street', 'street:name': 'Other' };
  const network = await readOsm(
    mapOf([
      { highway: 'footway', footway: 'sidewalk', ...beside },
      { highway: 'path', is_sidepath: 'yes', 'street:name': 'Low Street', ref: '7' },
      { highway: 'footway', footway: 'sidewalk', name: 'Walk', ...beside },
      { highway: 'footway', ...beside },
      { highway: 'residential', footway: 'sidewalk', ...beside },
    ]),
    { profile: 'foot' },
  );
  const { roads, names } = network;
  const found: string[] = [];
  for (let r = 0; r < roads.count; r++) found[Number(roads.wayId[r]) - 1] = names[roads.name[r]];
  assert.equal(found, ['High Street', 'Low Street', 'Walk', '', '']);
  assert.equal(detailsOfWays(network)[1], { ref: '7' });
});

test('tell compass directions of routes', async () => {
  const ways = ['I 80', 'I 80;CO 93', 'I 80', 'I 80', 'I 80', 'I 80'].map((ref) => ({
    highway: 'primary',
    ref,
  }));
  const relation = (id: number, members: string, tags: Record<string, string>): string => {
    const all = { type: 'route', route: 'road', network: 'US:I', ref: '80', ...tags };
    const list = Object.entries(all).map(([k, v]) => `<tag k="${k}" v="${v}"/>`);
    return `<relation id="${id}">${members}${list.join('')}</relation>`;
  };
  const member = (type: string, ref: number, role: string): string =>
    `<member type="${type}" ref="${ref}" role="${role}"/>`;
  const relations = [
    relation(1, member('way', 1, 'east'), {}),
    relation(2, member('way', 2, ''), { direction: 'west', network: 'US:CO', ref: '93' }),
    relation(3, member('way', 3, 'forward'), { direction: 'North' }),
    relation(4, member('way', 3, 'backward'), { direction: 'south' }),
    // its role and its tag disagree
    relation(5, member('way', 4, 'east'), { direction: 'west' }),
    relation(6, member('way', 5, ''), {}),
    relation(7, member('relation', 6, 'east'), {}),
    // of two routes that contradict each other the one with the larger id counts
    relation(9, member('way', 6, ''), { direction: 'west' }),
    relation(8, member('way', 6, ''), { direction: 'east' }),
  ];
  const text = new TextDecoder()
    .decode(mapOf(ways))
    .replace('</osm>', `${relations.join('')}</osm>`);
  const source = new TextEncoder().encode(text);
  const network = await readOsm(source, { profile: 'car', cardinalDirections: true });
  const told = detailsOfWays(network).map(({ ref, refAgainst }) => [ref, refAgainst]);
  assert.equal(told, [
    ['I 80 $east', undefined],
    ['I 80; CO 93 $west', undefined],
    ['I 80 $north', 'I 80 $south'],
    ['I 80', undefined],
    ['I 80 $east', undefined],
    ['I 80 $west', undefined],
  ]);
  const plain = await readOsm(source, { profile: 'car' });
  assert.is(detailsOfWays(plain)[0].ref, 'I 80');
});

test.run();
