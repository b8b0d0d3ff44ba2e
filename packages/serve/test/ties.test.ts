// Coordinates at junctions: the choice of their roads, and how many routes are searched for it.
import type { RoadPoint } from '@wayfield/routing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
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

test.run();
