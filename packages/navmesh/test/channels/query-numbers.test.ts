// Marks of triangles and halves hold the number of their query in 29 and 31 bits: the numbers begin
// again, and answers stay the same.
import { roomsGrid } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createChannelEngine } from '../../src/channels/point-engine.ts';
import { openDiscHost } from '../../src/discs/disc-host.ts';
import { createDiscQuery } from '../../src/discs/disc-query.ts';
import {
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  outlineGrid,
  type PolygonMesh,
} from '../../src/index.ts';
import { splitVertices } from '@wayfield/triangulation/internal/polygons';
import { findPlaces } from '../../src/queries/query-kernels.ts';
import { MOST_LABELS } from '../../src/queries/search-engine.ts';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('numbers of queries');

/** Queries begun before: numbers of marks begin again among the ten queries after these. */
const BEGUN = [2 ** 29 - 5, 2 ** 31 - 5];

const meshOfRooms = (): PolygonMesh =>
  buildPolygonMesh(createNavMesh(outlineGrid(roomsGrid(32, 32, { seed: 1 }))).triangulation, {
    merge: false,
  });

/** Queries from the middle of a triangle to that of another one. */
function middles({ x, y, corner, polygonCount }: PolygonMesh): number[][] {
  const random = createRandom(7);
  const middle = (): number[] => {
    const t = Math.floor(random() * polygonCount);
    return [x, y].map(
      (at) => (at[corner[3 * t]] + at[corner[3 * t + 1]] + at[corner[3 * t + 2]]) / 3,
    );
  };
  return Array.from({ length: 10 }, () => [...middle(), ...middle()]);
}

test('points', () => {
  const mesh = splitVertices(meshOfRooms());
  const { kernels, blocks } = createChannelEngine({
    mesh,
    reduction: buildReduction(mesh),
    places: findPlaces(mesh),
    algorithm: 'tra*',
    wantsTable: true,
    mostLabels: MOST_LABELS,
  });
  const costs = (): number[] =>
    middles(mesh).map(([sx, sy, tx, ty]) => {
      kernels.queryBegin(sx, sy, tx, ty, 0);
      while (kernels.queryProven() === 0) kernels.queryAdvance(2 ** 20);
      return kernels.queryCost();
    });
  const expected = costs();
  assert.ok(expected.every((cost) => cost < Infinity));
  for (const begun of BEGUN) {
    kernels.searchBind(0, 0, begun);
    assert.equal(costs(), expected, `after ${begun} queries`);
  }
  blocks.freeAll();
});

test('discs', () => {
  const mesh = meshOfRooms();
  const host = openDiscHost(mesh, { table: true }, MOST_LABELS);
  const { kernels, blocks, locator } = host;
  const query = createDiscQuery(host);
  const costs = (): number[] =>
    middles(mesh).map(([sx, sy, tx, ty]) => {
      query.begin({ sx, sy, tx, ty, radius: 0.05 });
      query.advance(2 ** 20);
      return query.cost;
    });
  const expected = costs();
  assert.ok(expected.filter((cost) => cost < Infinity).length > 5, 'most ends are free');
  const targets = blocks.allocate(4 * locator.most);
  for (const begun of BEGUN) {
    kernels.searchBind(mesh.polygonCount + 64, targets, begun);
    assert.equal(costs(), expected, `after ${begun} queries`);
  }
  blocks.freeAll();
});

test.run();
