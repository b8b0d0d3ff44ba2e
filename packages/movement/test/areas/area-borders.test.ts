// Places on borders of closed areas that run along sides of triangles. The borders may be walked
// along, whichever of the triangles beside the border holds the place.
import { FOUND, NONE, SOURCE_BLOCKED } from '@wayfield/graph';
import { buildPointQueries, type PolygonMesh } from '@wayfield/navmesh';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaSearch } from '../../src/areas.ts';

const test = suite('areas: places on borders of closed triangles');
const SIZE = 4;

/** SIZE by SIZE squares, each cut into two triangles. */
function grid(): PolygonMesh {
  const across = SIZE + 1;
  const corner: number[] = [];
  for (let i = 0; i < SIZE * SIZE; i++) {
    const v = Math.floor(i / SIZE) * across + (i % SIZE);
    corner.push(v, v + 1, v + across + 1, v, v + across + 1, v + across);
  }
  const end = (s: number): number => corner[s % 3 === 2 ? s - 2 : s + 1];
  const sides = new Map(corner.map((v, s) => [`${v} ${end(s)}`, s]));
  return {
    vertexCount: across * across,
    polygonCount: corner.length / 3,
    x: Float64Array.from({ length: across * across }, (_, v) => v % across),
    y: Float64Array.from({ length: across * across }, (_, v) => Math.floor(v / across)),
    firstSide: Uint32Array.from({ length: corner.length / 3 + 1 }, (_, t) => 3 * t),
    corner: Uint32Array.from(corner),
    twin: Uint32Array.from(corner, (v, s) => sides.get(`${end(s)} ${v}`) ?? NONE),
  };
}

const WATER = { polygon: [1, 1, 3, 1, 3, 3, 1, 3], area: 1 };

test('a source or target there is blocked, or has a path', () => {
  const search = createAreaSearch(grid(), { areas: [WATER], costs: [1, Infinity] });
  let found = 0;
  for (let k = 0; k <= 8; k++)
    for (const [x, y] of [
      [1 + k / 4, 1],
      [1 + k / 4, 3],
      [1, 1 + k / 4],
      [3, 1 + k / 4],
    ]) {
      const away = [3.5, 3.75];
      const [there, back] = search.run(
        buildPointQueries([
          [x, y, ...away],
          [...away, x, y],
        ]),
      ).status;
      if (there === SOURCE_BLOCKED) continue;
      assert.is(there, FOUND, `from ${x} ${y}`);
      assert.is(back, FOUND, `to ${x} ${y}`);
      found++;
    }
  assert.ok(found > 8, `${found}`);
  search.destroy();
});

test('an open link that ends there is taken', () => {
  // the middle of the upper border of the water: the lowest triangle that holds it is closed
  const links = [{ from: [2.5, 3], to: [0.5, 0.5], cost: 0.1, twoWay: true }] as const;
  const search = createAreaSearch(grid(), { areas: [WATER], costs: [1, Infinity], links });
  assert.ok(search.isOpen(0));
  const { cost } = search.run(
    buildPointQueries([
      [2.5, 3.5, 0.5, 0.5],
      [0.5, 0.5, 2.5, 3.5],
    ]),
  );
  for (const each of cost) assert.ok(Math.abs(each - 0.6) < 0.2, `${each}`);
  search.destroy();
});

test.run();
