// Answers after 2^32 searches, when the stamps of searches start over.
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import { buildPolygonMesh, createNavMesh } from '@wayfield/triangulation';
import { closestPoint } from '../src/calls/closest-point.ts';
import { randomPlaces } from '../src/calls/random-points.ts';
import { wallsNear } from '../src/calls/walls-near.ts';
import { openSurfaceHost } from '../src/surface-host.ts';

const test = suite('stamps of searches');

const boundary = [0, 0, 40, 0, 40, 40, 0, 40];
const obstacles = [
  [10, 10, 20, 10, 20, 20, 10, 20],
  [24, 8, 30, 12, 25, 30],
];

test('start over without a wrong answer', () => {
  const mesh = buildPolygonMesh(createNavMesh({ boundary, obstacles }).triangulation);
  const answersOf = (stamp: number): readonly ArrayLike<number>[] => {
    const host = openSurfaceHost(mesh);
    const surface = { ...closestPoint(host), ...randomPlaces(host), ...wallsNear(host) };
    const places = { x: Float64Array.of(10.2, 19, 28), y: Float64Array.of(9.9, 19, 15) };
    const ring = [2, 2, 30, 3, 35, 20, 3, 38];
    const answers = [
      () => surface.closestPointAll({ ...places, radius: 0.4 }).distance,
      () => surface.randomPointAll(16, () => 0.25, { within: ring }).x,
      () => surface.wallsNearAll({ ...places, distance: 6 }).count,
    ].map((answer) => {
      host.kernels.searchSet(stamp);
      return answer();
    });
    host.destroy();
    return answers;
  };
  const expected = answersOf(0);
  for (const stamp of [0xffffffff, 0xfffffffe, 0xfffffffd])
    for (const [k, answers] of answersOf(stamp | 0).entries())
      sameArray(answers as Float64Array, expected[k] as Float64Array, `${k}, stamp ${stamp}`);
});

test.run();
