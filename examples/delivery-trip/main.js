// Deliveries: a matrix of driving times between a depot and 20 customers, and a round trip.
import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex } from '@wayfield/routing';
import { createMatrix } from '@wayfield/routing/matrix';
import { planTrip } from '@wayfield/routing/trip';
import { random } from '@wayfield/graph/generators';

// a town of 20 streets each way
const steps = [...Array(20).keys()];
const lines = steps.flatMap((i) => [
  steps.map((x) => [13 + x / 460, 52 + i / 740]),
  steps.map((y) => [13 + i / 460, 52 + y / 740]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: lines },
  { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
);
const routing = buildRouting(network);
const index = createRoadIndex(routing);
const next = random(11);
const stops = Array.from({ length: 21 }, () =>
  index.snap(13 + (next() * 19) / 460, 52 + (next() * 19) / 740),
);

const matrix = createMatrix(routing);
const seconds = matrix.costs(stops, stops);
console.log(`${seconds.length} driving times`); // 441 driving times
const { order, cost, bound } = planTrip(seconds);
console.log(order.join(' '));
const asGiven = stops.reduce((sum, _, i) => sum + seconds[i * 21 + ((i + 1) % 21)], 0);
console.log(`${Math.round(cost / 60)} minutes, in the order given ${Math.round(asGiven / 60)}`);
console.log('within 10 % of the bound:', cost < 1.1 * bound); // within 10 % of the bound: true
matrix.destroy();
