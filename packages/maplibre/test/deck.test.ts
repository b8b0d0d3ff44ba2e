import { referenceRoutes } from '@wayfield/graph';
import { loadGeoJson } from '@wayfield/osm';
import { planAgents, randomRoutes, runAgents, trajectories } from '@wayfield/osm/agents';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pathData, placeData, tripsData, type TripsData } from '@wayfield/maplibre/deck';

const test = suite('deck');

const lines = [0, 1, 2, 3].flatMap((i) => [
  [0, 1, 2, 3].map((x) => [13 + x / 700, 52 + i / 700]),
  [0, 1, 2, 3].map((y) => [13 + i / 700, 52 + y / 700]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: lines },
  { profile: 'all-ways' },
);

test('trajectories: places and times one after another', async () => {
  const plan = planAgents(network, randomRoutes(network, 5, { seed: 1, reachable: true }), 10);
  let data: TripsData | undefined;
  let samples = 0;
  await runAgents(
    network,
    plan,
    { run: (q) => referenceRoutes(network.graph, q) },
    {
      onBatch(batch) {
        data = tripsData(trajectories(network, plan, batch, { speed: 30, departure: (k) => k }));
        for (const one of trajectories(network, plan, batch)) samples += one.count;
      },
    },
  );
  const { length, startIndices, attributes } = data!;
  assert.is(length, 10);
  assert.is(startIndices.length, 11);
  assert.is(startIndices[10], samples);
  assert.is(attributes.getPath.value.length, 2 * samples);
  assert.is(attributes.getTimestamps.value.length, samples);
  for (let i = 0; i < length; i++) {
    const times = attributes.getTimestamps.value.subarray(startIndices[i], startIndices[i + 1]);
    assert.ok(times.length >= 2);
    assert.ok(times.every((time, k) => k === 0 || time >= times[k - 1]));
  }
  for (let k = 0; k < samples; k++) {
    const [lon, lat] = attributes.getPath.value.subarray(2 * k, 2 * k + 2);
    assert.ok(lon >= 13 && lon <= 13.005 && lat >= 52 && lat <= 52.005, `${lon} ${lat}`);
  }
});

test('agents that stay, and those not kept, are left out', () => {
  const one = (agent: number, count: number) => ({
    agent,
    count,
    time: new Float64Array([0, 1]),
    lonE7: new Int32Array([130000000, 130000010]),
    latE7: new Int32Array([520000000, 520000000]),
  });
  assert.is(tripsData([one(0, 1), one(1, 2), one(2, 2)]).length, 2);
  assert.is(tripsData([one(0, 1), one(1, 2), one(2, 2)], (agent) => agent === 2).length, 1);
});

test('places and lines', () => {
  const places = placeData(new Int32Array([134000001, 0]), new Int32Array([525000002, 0]), 1);
  assert.equal([...places.attributes.getPosition.value], [13.4000001, 52.5000002]);
  refuses(() => placeData(new Int32Array(1), new Int32Array(1), 2), RangeError, /count is 2/);
  const short = /count is 2, expected at most 1, the entries of latE7/;
  refuses(() => placeData(new Int32Array(3), new Int32Array(1), 2), RangeError, short);
  refuses(() => placeData(new Int32Array(1), new Int32Array(3), 2), RangeError, /of lonE7/);
  const paths = pathData([
    {
      geometry: {
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    },
    {
      geometry: {
        coordinates: [
          [5, 6],
          [7, 8],
          [9, 10],
        ],
      },
    },
  ]);
  assert.equal([...paths.startIndices], [0, 2, 5]);
  assert.equal([...paths.attributes.getPath.value.subarray(4)], [5, 6, 7, 8, 9, 10]);
});

test.run();
