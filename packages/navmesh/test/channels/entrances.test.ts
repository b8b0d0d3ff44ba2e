import { roomsGrid } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createChannelEngine } from '../../src/channels/point-engine.ts';
import {
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  type NavMeshInput,
  outlineGrid,
} from '../../src/index.ts';
import { splitVertices } from '@wayfield/triangulation/internal/polygons';
import { findPlaces } from '../../src/queries/query-kernels.ts';
import { MOST_LABELS } from '../../src/queries/search-engine.ts';
import { convexObstacles, createRandom } from '@wayfield/testing/meshes';

const test = suite('entrances');

/** Takes targets in and on each triangle, and counts them by their number of entrances. */
function countEntrances(input: NavMeshInput, random: () => number): number[] {
  const mesh = splitVertices(
    buildPolygonMesh(createNavMesh(input).triangulation, { merge: false }),
  );
  const { kernels, blocks } = createChannelEngine({
    mesh,
    reduction: buildReduction(mesh),
    places: findPlaces(mesh),
    algorithm: 'tra*',
    wantsTable: true,
    mostLabels: MOST_LABELS,
  });
  const { x, y, corner, polygonCount } = mesh;
  const counts: number[] = [];
  const begin = (from: number, px: number, py: number): void => {
    const at = (of: Float64Array): number =>
      (of[corner[3 * from]] + of[corner[3 * from + 1]] + of[corner[3 * from + 2]]) / 3;
    kernels.queryBegin(at(x), at(y), px, py, 0);
    const count = kernels.entrancesFound();
    counts[count] = (counts[count] ?? 0) + 1;
  };
  for (let t = 0; t < polygonCount; t++) {
    const [a, b, c] = [corner[3 * t], corner[3 * t + 1], corner[3 * t + 2]];
    for (const [u, v, w] of [
      [1 / 3, 1 / 3, 1 / 3],
      [0.5, 0.5, 0],
      [1, 0, 0],
    ])
      begin(
        Math.floor(random() * polygonCount),
        u * x[a] + v * x[b] + w * x[c],
        u * y[a] + v * y[b] + w * y[c],
      );
  }
  blocks.freeAll();
  return counts;
}

test('a target of a point has at most three entrances, wherever it lies (seed 9)', () => {
  const random = createRandom(9);
  const scenes: NavMeshInput[] = [
    outlineGrid(roomsGrid(64, 64, { seed: 3 })),
    { obstacles: convexObstacles(6, random, 0.45) },
    // in touch with each other, so that targets lie in several sectors
    { obstacles: convexObstacles(5, random, 0.5) },
    {
      boundary: [0, 0, 9, 0, 9, 9, 0, 9],
      obstacles: [0, 1, 2, 3].flatMap((i) =>
        [0, 1, 2, 3].map((k) => {
          const [l, b] = [1 + 2 * i - (k % 2), 1 + 2 * k - (i % 2)];
          return [l, b, l + 1, b, l + 1, b + 1, l, b + 1];
        }),
      ),
    },
  ];
  for (const scene of scenes) {
    const counts = countEntrances(scene, random);
    assert.ok(counts.length <= 4, `entrances: ${counts}`);
    assert.ok(counts[3] > 20, `entrances: ${counts}`);
  }
});

test.run();
