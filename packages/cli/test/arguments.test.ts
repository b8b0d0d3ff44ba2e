import { referenceRoutes } from '@wayfield/graph';
import { createLocator, createPositionRouter, loadGeoJson } from '@wayfield/osm';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as cli from '../src/index.ts';

const line = {
  type: 'LineString',
  coordinates: [
    [13.4, 52.5],
    [13.42, 52.5],
  ],
};
const plain = loadGeoJson(line, { profile: 'all-ways' });
const near = createLocator(plain).nearestRoad(13.41, 52.5)!;
const far = createLocator(plain).nearestRoad(13.42, 52.5)!;
const router = createPositionRouter(plain);
const asked = router.queries([[near, far]]);
const [route] = router.routes(asked, referenceRoutes(plain.graph, asked.queries));
const write = (): void => undefined;
const ANY_TEXT = ["'x'", "''", 'misspelt'];

const samples: Samples = {
  formatItinerary: {
    args: () => ({ itinerary: cli.itineraryOf(plain, route) }),
    accepts: { 'itinerary.legs[0].name': ANY_TEXT },
  },
  itineraryOf: {
    // as one value: the parts of a network are the library's own
    args: () => ({ network: Object.assign(Object.create({}) as object, plain), route }),
  },
  main: {
    args: () => ({ args: ['--version'], streams: { out: { write }, err: { write } } }),
    optional: ['streams'],
    accepts: { 'args[0]': ANY_TEXT },
  },
};

const test = suite('arguments of all functions');
test('are named where they are wrong', async () => {
  assert.equal(await walkExports({ '@wayfield/cli': cli }, samples), []);
});
test.run();
