// Lower bounds by landmarks, on maps with more than 1,024 rows of bottlenecks: paths are as short
// as without a table. Doors have very different widths, since a wrong bound is too large by at most
// the width of a door.
import {
  buildPointQueries,
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  createTriangleSearch,
  type PolygonMesh,
} from '../../src/index.ts';
import { createDiscSearch } from '../../src/discs.ts';
import { createRandom } from '@wayfield/testing/meshes';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('lower bounds by landmarks');

const ROOM = 10;
const QUERIES = 1000;

/** `size` x `size` rooms with thin walls, most of which have a door of 1 to 8. */
function meshOfRooms(size: number, random: () => number): PolygonMesh {
  const obstacles: number[][] = [];
  const wall = (along: boolean, at: number, from: number, to: number): void => {
    const [a, b] = [at - 0.2, at + 0.2];
    obstacles.push(along ? [from, a, to, a, to, b, from, b] : [a, from, b, from, b, to, a, to]);
  };
  for (let i = 0; i <= size; i++)
    for (let k = 0; k < size; k++)
      for (const along of [false, true]) {
        const [at, start] = [i * ROOM, k * ROOM];
        if (i === 0 || i === size || random() > 0.7) wall(along, at, start, start + ROOM);
        else {
          const door = 1 + 7 * random();
          const left = start + 0.5 + random() * (ROOM - 1 - door);
          wall(along, at, start, left);
          wall(along, at, left + door, start + ROOM);
        }
      }
  const end = size * ROOM + 1;
  const boundary = [-1, -1, end, -1, end, end, -1, end];
  return buildPolygonMesh(createNavMesh({ boundary, obstacles }).triangulation, { merge: false });
}

/** Queries between places at most 40 apart in x and y. */
function queriesIn(size: number, random: () => number) {
  return buildPointQueries(
    Array.from({ length: QUERIES }, () => {
      const [x, y] = [random() * size * ROOM, random() * size * ROOM];
      const near = (at: number): number => Math.min(size * ROOM, at + 40 * random());
      return [x, y, near(x), near(y)];
    }),
  );
}

function compare(bounded: ArrayLike<number>, without: ArrayLike<number>): void {
  let found = 0;
  for (let i = 0; i < QUERIES; i++) {
    if (without[i] === Infinity) assert.is(bounded[i], Infinity, `query ${i}`);
    else assert.ok(Math.abs(bounded[i] / without[i] - 1) < 1e-9, `query ${i}: ${bounded[i]}`);
    if (without[i] < Infinity) found++;
  }
  assert.ok(found > QUERIES / 2, `${found} paths`);
}

function checkInUse(labels: number, without: number): void {
  assert.ok(labels < 0.8 * without, `${labels} labels with a table, ${without} without`);
}

test('points: 1,000 paths among 44 x 44 rooms (seed 1)', () => {
  const random = createRandom(1);
  const mesh = meshOfRooms(44, random);
  const reduction = buildReduction(mesh);
  const queries = queriesIn(44, random);
  const [bounded, plain] = [true, false].map((table) => {
    const search = createTriangleSearch(mesh, { algorithm: 'tra*', reduction, table });
    const { cost, expanded } = search.run(queries);
    search.destroy();
    return { cost, labels: expanded.reduce((sum, one) => sum + one) };
  });
  checkInUse(bounded.labels, plain.labels);
  compare(bounded.cost, plain.cost);
});

test('discs: 1,000 paths among 26 x 26 rooms (seed 2)', () => {
  const random = createRandom(2);
  const mesh = meshOfRooms(26, random);
  const reduction = buildReduction(mesh);
  const queries = queriesIn(26, random);
  const [bounded, plain] = [true, false].map((table) => {
    const search = createDiscSearch(mesh, { reduction, table });
    const { cost, expanded } = search.run(queries, { radius: 0.1 });
    search.destroy();
    return { cost, labels: expanded.reduce((sum, one) => sum + one) };
  });
  checkInUse(bounded.labels, plain.labels);
  compare(bounded.cost, plain.cost);
});

test.run();
