// Answers stay the same when the numbers in records begin again. The number of a query has 29 bits
// in marks of triangles, 31 bits in halves and corners of the tangent graph, and 32 bits in other
// records. Numbers of a disc's runs, channels and pieces have 32 bits.
import { roomsGrid } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createChannelEngine } from '../../src/channels/point-engine.ts';
import { type DiscHost, openDiscHost } from '../../src/discs/disc-host.ts';
import { createDiscQuery } from '../../src/discs/disc-query.ts';
import {
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  outlineGrid,
  type PolygonMesh,
} from '../../src/index.ts';
import { splitVertices } from '@wayfield/triangulation/internal/polygons';
import { ASKS, findPlaces } from '../../src/queries/query-kernels.ts';
import { MOST_LABELS } from '../../src/queries/search-engine.ts';
import { createTangentEngine } from '../../src/tangents/tangent-kernels.ts';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('numbers of queries');

/** Queries begun before: numbers begin again among the 20 queries after these. */
const BEGUN = [2 ** 29 - 5, 2 ** 31 - 5, 2 ** 32 - 12, 2 ** 32 - 1];

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
  return Array.from({ length: 20 }, () => [...middle(), ...middle()]);
}

for (const wantsTable of [true, false])
  test(`points, ${wantsTable ? 'with' : 'without'} a table`, () => {
    const mesh = splitVertices(meshOfRooms());
    const [reduction, places] = [buildReduction(mesh), findPlaces(mesh)];
    const costsAfter = (begun?: number): number[] => {
      const { kernels, blocks } = createChannelEngine({
        mesh,
        reduction,
        places,
        algorithm: 'tra*',
        wantsTable,
        mostLabels: MOST_LABELS,
      });
      if (begun !== undefined) kernels.searchBind(0, 0, begun);
      const costs = middles(mesh).map(([sx, sy, tx, ty]) => {
        kernels.queryBegin(sx, sy, tx, ty, 0);
        while (kernels.queryProven() === 0) kernels.queryAdvance(2 ** 20);
        return kernels.queryCost();
      });
      blocks.freeAll();
      return costs;
    };
    const expected = costsAfter();
    assert.ok(expected.every((cost) => cost < Infinity));
    for (const begun of BEGUN) assert.equal(costsAfter(begun), expected, `after ${begun} queries`);
  });

test('tangents', () => {
  const mesh = splitVertices(meshOfRooms());
  const places = findPlaces(mesh);
  const engine = createTangentEngine(mesh, buildReduction(mesh), places, false, MOST_LABELS);
  if (typeof engine === 'string') throw new Error(engine);
  const { kernels, blocks } = engine;
  const answers = (): number[][] =>
    middles(mesh).map(([sx, sy, tx, ty]) => {
      kernels.queryBegin(sx, sy, tx, ty, ASKS.first);
      while (kernels.queryProven() === 0) kernels.queryAdvance(2 ** 20);
      return [kernels.queryCost(), kernels.queryExpanded()];
    });
  const expected = answers();
  assert.ok(expected.some(([, expanded]) => expanded > 10));
  for (const begun of [2 ** 31 - 5, 2 ** 31 - 11]) {
    kernels.tangentsNumber(begun);
    assert.equal(answers(), expected, `after ${begun} queries`);
  }
  blocks.freeAll();
});

test('discs', () => {
  const mesh = meshOfRooms();
  const openHost = (): DiscHost => openDiscHost(mesh, { table: true }, MOST_LABELS);
  const costsOf = (host: DiscHost): number[] => {
    const query = createDiscQuery(host);
    return middles(mesh).map(([sx, sy, tx, ty]) => {
      query.begin({ sx, sy, tx, ty, radius: 0.05 });
      query.advance(2 ** 20);
      return query.cost;
    });
  };
  const host = openHost();
  const { kernels, blocks, locator } = host;
  const costs = (): number[] => costsOf(host);
  const expected = costs();
  assert.ok(expected.filter((cost) => cost < Infinity).length > 10, 'most ends are free');
  const targets = blocks.allocate(4 * locator.most);
  for (const begun of BEGUN) {
    kernels.searchBind(mesh.polygonCount + 64, targets, begun);
    assert.equal(costs(), expected, `after ${begun} queries`);
  }
  // records that no run has written have the number 0, which is that of no run
  for (let begun = 2 ** 32 - 16; begun < 2 ** 32; begun++) {
    const fresh = openHost();
    const room = fresh.blocks.allocate(4 * locator.most);
    fresh.kernels.searchBind(mesh.polygonCount + 64, room, begun);
    assert.equal(costsOf(fresh), expected, `after ${begun} runs`);
    fresh.blocks.freeAll();
  }
  const { polygonCount } = mesh;
  const waiting = blocks.allocate(4 * polygonCount);
  for (const last of [2 ** 32 - 9, 2 ** 32 - 3, 2 ** 32 - 1]) {
    kernels.crossingsBind(blocks.allocate(12 * polygonCount), last);
    assert.equal(costs(), expected, `after ${last} channels`);
    kernels.nearBind(blocks.allocate(4 * polygonCount), waiting, last);
    assert.equal(costs(), expected, `after ${last} pieces`);
  }
  blocks.freeAll();
});

test.run();
