import { checkGraph, largestWeight, readGraph, writeGraph } from '@wayfield/graph';
import { subgraph } from '@wayfield/graph/reorder';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { blockNodes, blockRoads } from '../src/agents.ts';
import { readOsm, readSegmentSpeeds, type RoadNetwork } from '../src/index.ts';

const test = suite('maps whose arcs have no straight-line length');

const node = (id: number, lat: number, lon: number): string =>
  `<node id="${id}" lat="${lat}" lon="${lon}"/>`;
const way = (id: number, ...refs: number[]): string =>
  `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="highway" v="residential"/></way>`;

/** A closed way of three nodes, and nothing else. */
const LOOP =
  node(1, 1.02, 1.02) + node(2, 1.021, 1.02) + node(3, 1.021, 1.021) + way(9, 1, 2, 3, 1);

async function read(xml: string, options: Parameters<typeof readOsm>[1]): Promise<RoadNetwork> {
  const network = await readOsm(
    new TextEncoder().encode(`<osm version="0.6">${xml}</osm>`),
    options,
  );
  checkGraph(network.graph);
  return network;
}

for (const weight of ['metres', 'seconds'] as const) {
  for (const largestComponent of [false, true]) {
    const how = `${weight}${largestComponent ? ', largest component' : ''}`;
    const options = { profile: 'car', weight, largestComponent } as const;

    test(`are read: one closed way, ${how}`, async () => {
      const { graph } = await read(LOOP, options);
      assert.is(graph.nodeCount, 1);
      assert.is(graph.arcCount, 2);
    });

    test(`are read: all nodes at one place, ${how}`, async () => {
      const pair = node(1, 1.02, 1.02) + node(2, 1.02, 1.02) + way(9, 1, 2);
      const { graph } = await read(pair, options);
      assert.is(graph.nodeCount, 2);
    });
  }
}

test('take no time at a speed of their own, however seconds are rounded', async () => {
  const pair = node(1, 1.02, 1.02) + node(2, 1.02, 1.02) + node(3, 1.021, 1.02) + way(9, 1, 2, 3);
  const segmentSpeeds = readSegmentSpeeds('1,2,30\n2,1,30,2\n2,3,50\n');
  const { graph } = await read(pair, {
    profile: 'car',
    weight: 'seconds',
    decimals: 1,
    segmentSpeeds,
  });
  assert.equal([...graph.weight].sort(), [0, 0, 13.3, 8].map(Math.fround).sort());
});

test('are what is left where all other roads are blocked', async () => {
  const xml = LOOP + node(4, 1.019, 1.02) + way(8, 1, 4);
  const network = await read(xml, { profile: 'car' });
  const spur = Array.from(network.roads.wayId.keys()).filter((r) => network.roads.wayId[r] === 8n);
  const end = network.nodeId.indexOf(4n);
  for (const left of [blockRoads(network, spur), blockNodes(network, [end])]) {
    assert.is(left.graph.arcCount, 2);
    checkGraph(left.graph);
  }
  const { graph } = subgraph(network.graph, [network.nodeId.indexOf(1n)]);
  assert.is(graph.arcCount, 2);
});

test('may have weights that have fallen', async () => {
  const network = await read(LOOP + node(4, 1.019, 1.02) + way(8, 1, 4), { profile: 'car' });
  network.graph.weight.fill(0.5);
  checkGraph(blockNodes(network, []).graph);
  checkGraph(readGraph(writeGraph(network.graph)));
  assert.ok(network.graph.weight[0] < largestWeight(network.graph.nodeCount));
});

test.run();
