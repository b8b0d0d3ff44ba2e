// Coordinates at junctions: the choice of their roads, and how many routes are searched for it.
import { readOsm } from '@wayfield/osm';
import { buildRouting, type RoadPoint } from '@wayfield/routing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOsrmService } from '../src/osrm.ts';
import { cheapestChoice } from '../src/osrm/ties.ts';

const point = (road: number): RoadPoint => ({ road }) as RoadPoint;
/** The cost of going from road to road is the distance of their numbers. */
const costOf = (points: readonly RoadPoint[]): number => {
  let cost = 0;
  for (let i = 1; i < points.length; i++) cost += Math.abs(points[i].road - points[i - 1].road);
  return cost;
};
const roadsOf = (points: readonly RoadPoint[] | undefined): number[] | undefined =>
  points?.map(({ road }) => road);

const test = suite('cheapestChoice');

test('takes the best of all combinations where they are few', () => {
  const ties = [[9, 1], [5, 2, 8], [3]].map((list) => list.map(point));
  assert.equal(roadsOf(cheapestChoice(ties, costOf)), [1, 2, 3]);
  assert.is(
    cheapestChoice(ties, () => undefined),
    undefined,
  );
});

test('takes the best of all combinations of three junctions', () => {
  const ties = [
    [40, 9, 3, 1],
    [5, 2, 30, 20, 8, 7, 6, 60],
    [4, 50, 3, 11],
  ].map((list) => list.map(point));
  // the road in the middle leads on to one road alone
  const steered = (points: readonly RoadPoint[]): number =>
    costOf(points) + (points[1].road === 60 ? -500 : 0) + (points[2].road === 50 ? -40 : 0);
  assert.equal(roadsOf(cheapestChoice(ties, steered)), [40, 60, 50]);
});

test('searches a number of legs that grows with the coordinates, not with combinations', () => {
  let legs = 0;
  const counted = (points: readonly RoadPoint[]): number => {
    legs += points.length - 1;
    return costOf(points);
  };
  const ties = Array.from({ length: 500 }, () => [7, 1, 2, 3, 4, 5, 6, 0].map(point));
  const chosen = cheapestChoice(ties, counted)!;
  assert.is(chosen.length, 500);
  assert.ok(legs <= 500 * 8 * 2, `${legs} legs`);
  assert.ok(costOf(chosen) <= costOf(ties.map(([first]) => first)));
});

test('keeps the first position where no other has a route', () => {
  const ties = Array.from({ length: 40 }, () => [1, 2].map(point));
  assert.equal(roadsOf(cheapestChoice(ties, () => undefined)), Array(40).fill(1));
});

test('tables take the cheapest road of a junction in the metric, as routes do', async () => {
  // from J to D: 270 m at 10 km/h by `short`, some 430 m at 100 km/h by `long`,
  // from which no turn into `short` is allowed
  const nodes = [
    [1, 13.4, 52.5],
    [2, 13.404, 52.5],
    [3, 13.402, 52.5015],
    [4, 13.398, 52.5],
  ].map(([id, lon, lat]) => `<node id="${id}" lon="${lon}" lat="${lat}"/>`);
  const way = (id: number, refs: number[], kmh: number): string =>
    `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}` +
    `<tag k="highway" v="primary"/><tag k="maxspeed" v="${kmh}"/></way>`;
  const ways = [way(10, [1, 3, 2], 100), way(11, [1, 2], 10), way(12, [4, 1], 50)];
  const ban =
    '<relation id="20"><member type="way" ref="10" role="from"/>' +
    '<member type="node" ref="1" role="via"/><member type="way" ref="11" role="to"/>' +
    '<tag k="type" v="restriction"/><tag k="restriction" v="no_right_turn"/></relation>';
  const xml = `<osm version="0.6">${nodes.join('')}${ways.join('')}${ban}</osm>`;
  const network = await readOsm(new TextEncoder().encode(xml), {
    profile: 'car',
    weight: 'seconds',
    turnRestrictions: true,
  });
  for (const metric of ['seconds', 'metres'] as const) {
    const service = createOsrmService(buildRouting(network, { metric }));
    const read = (target: string) => JSON.parse(String(service.answer(target).body));
    for (const avoid of ['', '&avoid_areas=0,0,1,0,1,1']) {
      const { routes } = read(`/route/v1/car/13.4,52.5;13.404,52.5?${avoid}`);
      const table = read(`/table/v1/car/13.4,52.5;13.404,52.5?annotations=distance${avoid}`);
      assert.is(table.distances[0][1], routes[0].distance, `${metric} ${avoid}`);
      assert.is(routes[0].distance < 300, metric === 'metres');
    }
  }
});

test.run();
