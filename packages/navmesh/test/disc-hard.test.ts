import { FOUND, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../src/discs.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  type NavMeshInput,
} from '../src/index.ts';
import { createOracle, segmentsOf } from './disc-oracle.ts';
import { clearanceOf } from './tangents.ts';

const test = suite('search for discs: hard scenes');

const BOX = [0, 0, 10, 0, 10, 10, 0, 10];
const dot = (x: number, y: number): number[] => [x, y, x, y, x, y];

/** Found by the scenes of disc-kinds.ts, and made as small as they come. */
const SMALLEST: readonly {
  readonly what: string;
  readonly input: NavMeshInput;
  readonly row: readonly [number, number, number, number];
  readonly radius: number;
}[] = [
  {
    what: 'the target lies beside a wall, but the way comes past another of the same corner',
    input: {
      boundary: BOX,
      walls: [
        [6.1, 9, 6.8, 6.8],
        [2.4, 7.4, 2.8, 8.3],
        [7.3, 6.9, 8.6, 7.4],
        [8.8, 6.7, 9, 8.3],
      ],
    },
    row: [7.9, 0.6, 7.2, 9],
    radius: 0.6,
  },
  {
    what: 'between a corner that is not turned around and a wall behind the one that is',
    input: {
      boundary: BOX,
      obstacles: [dot(2.06, 9.97)],
      walls: [[4.4, 4.9, 8.7, 6, 6.7, 8.6, 3.8, 8.9]],
    },
    row: [9.3, 6.2, 0.7, 7.9],
    radius: 0.63,
  },
  {
    what: 'a wall as far off as the end of an arc, where that is nearest',
    input: {
      boundary: BOX,
      walls: [[7.1662, 8.2493, 1.7507, 8.2493, 8.2493, 1.7507, 8.2493, 9.3324, 0.6676, 9.3324]],
    },
    row: [7.2, 8.79, 1.6, 8.77],
    radius: 0.54155045,
  },
  {
    what: 'a way that winds around points more than half and comes past a wall on an arc',
    input: {
      boundary: BOX,
      obstacles: [dot(2.5, 2.5), dot(4.375, 8.75), dot(5, 2.5), dot(5.625, 8.75)],
    },
    row: [1.6364, 3.208, 4.8175, 9.2917],
    radius: 0.6988,
  },
];
for (const { what, input, row, radius } of SMALLEST)
  test(`there and back clear and as long as the oracle says: ${what}`, () => {
    const { triangulation } = createNavMesh(input);
    const search = createDiscSearch(buildPolygonMesh(triangulation, { merge: false }), {
      radii: [],
    });
    const segments = segmentsOf(input);
    const exact = createOracle(segments, radius).shortest(...row);
    const rows = [row, [row[2], row[3], row[0], row[1]]];
    const routes = search.run(buildPointQueries(rows), { radius });
    for (const [k, status] of routes.status.entries()) {
      assert.ok(status !== SOURCE_BLOCKED && status !== TARGET_BLOCKED);
      const cost = routes.cost[k]!;
      assert.ok(
        cost === exact || Math.abs(cost - exact) <= 1e-9 * exact,
        `${cost}, exact ${exact}`,
      );
      if (status !== FOUND) continue;
      const [from, to] = [routes.firstPoint[k]!, routes.firstPoint[k + 1]!];
      const clear = clearanceOf(routes, from, to, segments);
      assert.ok(clear >= radius * (1 - 1e-9), `clearance ${clear}`);
    }
    search.destroy();
  });

test.run();
