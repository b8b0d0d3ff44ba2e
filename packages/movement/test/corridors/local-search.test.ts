// The search among polygons near a corridor, on a mesh with many sides between two polygons.
import { NONE } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCorridors } from '../../src/corridors.ts';
import type { PolygonMesh } from '@wayfield/navmesh';

const test = suite('local search of corridors');

/**
 * Polygon 0 is a triangle above the line y = 0 and has sides on it of length 1, from x = 0 up to
 * `count`: all lead to polygon 1 below, the last one to polygon 2.
 */
function fan(count: number): PolygonMesh {
  const [top, low, end] = [count + 1, count + 2, count + 3];
  const along = Array.from({ length: count + 1 }, (_, v) => v);
  const upper = [...along, top];
  const lower = [...along.slice(0, -1).reverse(), low];
  const corner = [...upper, ...lower, count, count - 1, end];
  const twin = new Uint32Array(corner.length).fill(NONE);
  const join = (a: number, b: number): void => void ([twin[a], twin[b]] = [b, a]);
  for (let k = 0; k + 1 < count; k++) join(k, upper.length + count - 2 - k);
  join(count - 1, upper.length + lower.length);
  return {
    vertexCount: count + 4,
    polygonCount: 3,
    x: Float64Array.of(...along, count / 2, count / 2, count - 0.5),
    y: Float64Array.of(...along.map(() => 0), count, -1, -1),
    firstSide: Uint32Array.of(0, upper.length, upper.length + lower.length, corner.length),
    corner: Uint32Array.from(corner),
    twin,
  };
}

/** A snapshot of one corridor that is not known to be valid. */
const unknown = (ends: readonly number[], radius: number, ...polygons: number[]): Float64Array =>
  Float64Array.of(1, polygons.length, -1, ...ends, radius, ...polygons);

test('a polygon that gets nearer 20,000 times takes no room from the next one', () => {
  const corridor = createCorridors(fan(20_000), 1);
  // polygon 1 is no neighbour of polygon 2: the corridor is mended
  corridor.restore(unknown([19_999, 0.5, 19_999.5, -0.5], 0, 0, 1, 2));
  assert.not(corridor.valid(0));
  assert.ok(corridor.repair(0));
  assert.equal([...corridor.polygons(0)], [0, 2]);
});

test('a side narrower by rounding alone lets the disc through, in both places', () => {
  for (const [width, passes] of [
    [1 + 1e-10, true],
    [1 + 1e-8, false],
  ] as const) {
    const corridor = createCorridors(fan(2), 1);
    const ends = [1.5, 0.6, 1.5, -0.6];
    corridor.restore(unknown(ends, width / 2, 0, 2));
    assert.is(corridor.valid(0), passes);
    corridor.restore(unknown(ends, width / 2, 0, 1, 2));
    assert.is(corridor.repair(0), passes);
  }
});

test.run();
