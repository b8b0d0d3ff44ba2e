// Searches for points after their memory has ended, or their labels have run out: the next query is
// answered as on a new search, and no memory is lost.
import {
  buildPointQueries,
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  type PolygonMesh,
} from '../../src/index.ts';
import { createChannelEngine } from '../../src/channels/point-engine.ts';
import { createTangentEngine } from '../../src/tangents/tangent-kernels.ts';
import { createQueryBlocks } from '../../src/queries/query-blocks.ts';
import { ASKS, findPlaces } from '../../src/queries/query-kernels.ts';
import { MOST_LABELS, type SearchEngine } from '../../src/queries/search-engine.ts';
import { splitVertices } from '@wayfield/triangulation/internal/polygons';
import { whereMemoryEnds } from '@wayfield/testing';
import { createRandom } from '@wayfield/testing/meshes';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('points after the end of memory');

const SIZE = 160;
const random = createRandom(3);

/** 40 x 40 boxes in a square. */
function meshOfBoxes(): PolygonMesh {
  const obstacles: number[][] = [];
  for (let i = 0; i < SIZE; i += 4)
    for (let k = 0; k < SIZE; k += 4) {
      const [x, y, side] = [i + 0.8 * random(), k + 0.8 * random(), 1.5 + 1.6 * random()];
      obstacles.push([x, y, x + side, y, x + side, y + side, x, y + side]);
    }
  const boundary = [-1, -1, SIZE, -1, SIZE, SIZE, -1, SIZE];
  const { triangulation } = createNavMesh({ boundary, obstacles });
  return splitVertices(buildPolygonMesh(triangulation, { merge: false }));
}

const mesh = meshOfBoxes();
const reduction = buildReduction(mesh);
const places = findPlaces(mesh);
const queries = Array.from({ length: 20 }, () =>
  Array.from({ length: 4 }, () => random() * (SIZE - 1)),
);
const tangents = (): SearchEngine => {
  const engine = createTangentEngine(mesh, reduction, places, false, MOST_LABELS);
  if (typeof engine === 'string') throw new Error(engine);
  return engine;
};

function costOf({ kernels }: SearchEngine, [sx, sy, tx, ty]: readonly number[]): number {
  kernels.queryBegin(sx, sy, tx, ty, 0);
  while (kernels.queryProven() === 0) kernels.queryAdvance(0xffffffff);
  return kernels.queryCost();
}

test('tangents: memory ends in query 5, and another query follows, 20 times (seed 3)', () => {
  const usual = tangents();
  for (const query of queries) {
    const engine = tangents();
    // from here on every block needs another page
    const left = engine.arena.memory.buffer.byteLength - engine.arena.words()[4];
    if (left > 0) engine.blocks.allocate(left);
    assert.throws(() => whereMemoryEnds(0, () => costOf(engine, queries[5])), /out of memory/);
    assert.is(costOf(engine, query), costOf(usual, query), `${query}`);
    engine.blocks.freeAll();
  }
  usual.blocks.freeAll();
});

test('memory ends where the columns of points grow', () => {
  const engine = tangents();
  const blocks = createQueryBlocks(engine);
  const far = buildPointQueries(
    queries.flatMap((query) => [query, query, query, query, query, query]),
  );
  const expected = createQueryBlocks(tangents()).answer(far, ASKS.turns);
  assert.ok(expected.x.length > 1024, `${expected.x.length} points`);
  // all other arrays of the kernels are large enough after this
  blocks.answer(far, 0);
  const left = engine.arena.memory.buffer.byteLength - engine.arena.words()[4];
  if (left > 0) engine.blocks.allocate(left);
  assert.throws(() => whereMemoryEnds(0, () => blocks.answer(far, ASKS.turns)), /out of memory/);
  assert.equal(blocks.answer(far, ASKS.turns), expected);
  engine.blocks.freeAll();
});

test('channels: labels run out 2,000 times', () => {
  const engine = createChannelEngine({
    mesh,
    reduction,
    places,
    algorithm: 'tra*',
    wantsTable: false,
    mostLabels: 66,
  });
  const { memory } = engine.arena;
  const far = [-0.5, -0.5, SIZE - 0.5, SIZE - 0.5];
  const fail = (): void =>
    assert.throws(
      () => costOf(engine, far),
      (error: unknown) => error instanceof WebAssembly.RuntimeError,
    );
  fail();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 2000; i++) fail();
  assert.is(memory.buffer.byteLength, before);
  engine.blocks.freeAll();
});

test.run();
