// A disc in a pocket that pass widths do not see closed: every place outside looks reachable, and
// a search for each of them would take seconds.
import { FOUND, NEAREST } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDiscHost } from '../../src/discs/disc-host.ts';
import { createDiscQuery } from '../../src/discs/disc-query.ts';
import { createNearest } from '../../src/discs/nearest-ends.ts';
import { createDiscSearch } from '../../src/discs.ts';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '../../src/index.ts';

const test = suite('nearest places for a disc in a pocket');

/** Three obstacles around the pocket. */
const AROUND = [
  [24.08, 25.98, 23.56, 26.71, 22.22, 26.5, 21.97, 25.97, 22.3, 25, 23.1, 24.72, 24.05, 25.47],
  [23.12, 27.79, 22.82, 28.08, 22, 28.16, 21.39, 27.32, 21.87, 26.45, 22.7, 26.41, 23.22, 26.98],
  [24.36, 28.65, 22.5, 28.56, 22.27, 27.66, 24.3, 26.97],
];
const RADIUS = 0.25;
const SOURCE = [23.49, 27.83] as const;
/** Inside one of the squares. */
const TARGET = [33.2, 15.2] as const;

/** The pocket, and squares between it and the target, which have places all around them. */
function pocketMesh() {
  const squares: number[][] = [];
  for (let x = 6; x < 38; x += 2)
    for (let y = 8; y < 24; y += 2) squares.push([x, y, x + 0.5, y, x + 0.5, y + 0.5, x, y + 0.5]);
  squares.push([33, 15, 33.4, 15, 33.4, 15.4, 33, 15.4]);
  const boundary = [0, 0, 40, 0, 40, 30, 0, 30];
  const { triangulation } = createNavMesh({ boundary, obstacles: [...AROUND, ...squares] });
  return buildPolygonMesh(triangulation, { merge: false });
}

test('search for no place that walls keep apart from the source', () => {
  const host = openDiscHost(pocketMesh(), { table: false }, 2 ** 20);
  const query = createDiscQuery(host);
  let [searches, apart] = [0, 0];
  const counted = Object.create(query, {
    beginTo: {
      value(...to: Parameters<typeof query.beginTo>) {
        searches++;
        return query.beginTo(...to);
      },
    },
    isApart: {
      value(x: number, y: number) {
        const isApart = query.isApart(x, y);
        if (isApart) apart++;
        return isApart;
      },
    },
  }) as typeof query;
  const near = createNearest(host, counted);
  const [[sx, sy], [tx, ty]] = [SOURCE, TARGET];
  const code = near.beginNear({ sx, sy, tx, ty, radius: RADIUS });
  if (code === FOUND) query.advance(0xffffffff);
  assert.is(query.cost, Infinity, 'the pocket is closed');
  for (const places = near.places(); query.cost === Infinity; query.advance(0xffffffff))
    assert.not(places.next().done, 'no place in the pocket');
  assert.ok(apart > 100, `${apart} places outside looked reachable`);
  assert.ok(searches <= 2, `${searches} searches`);
  host.blocks.freeAll();
});

test('stay in the pocket, at its place nearest to the target', () => {
  const search = createDiscSearch(pocketMesh(), { table: false });
  const queries = buildPointQueries([[...SOURCE, ...TARGET]]);
  const routes = search.run(queries, { radius: RADIUS, nearest: 'both' });
  assert.is(routes.status[0], NEAREST);
  const [first, last] = [routes.firstPoint[0], routes.firstPoint[1] - 1];
  for (const k of [first, last]) {
    const [x, y] = [routes.x[k], routes.y[k]];
    assert.ok(x > 22.7 && x < 24.3 && y > 26.4 && y < 27.8, `${x}, ${y} is in the pocket`);
  }
  // no point of the path is nearer to TARGET than its last point
  const away = (k: number): number => Math.hypot(routes.x[k] - TARGET[0], routes.y[k] - TARGET[1]);
  for (let k = first; k < last; k++) assert.ok(away(k) >= away(last));
  search.destroy();
});

test.run();
