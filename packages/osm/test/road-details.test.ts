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

test.run();
