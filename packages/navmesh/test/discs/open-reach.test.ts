import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PolygonMesh } from '../../src/index.ts';
import { findOpenReaches } from '../../src/discs/open-reach.ts';
import { blockScene, pebbleScene, randomScene } from './disc-scenes.ts';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('how far corners see');

type Vector = readonly [number, number];
const cross = (a: Vector, b: Vector): number => a[0] * b[1] - a[1] * b[0];

/**
 * The distance from the origin to the part of a segment that lies strictly between two directions.
 * The segment is cut at both directions.
 */
function distanceInCone(p: Vector, q: Vector, right: Vector, left: Vector): number {
  let [from, to] = [0, 1];
  for (const [a, b] of [
    [cross(right, p), cross(right, q)],
    [cross(p, left), cross(q, left)],
  ] as const) {
    if (a <= 0 && b <= 0) return Infinity;
    const cut = a / (a - b);
    if (a < 0) from = Math.max(from, cut);
    else if (b < 0) to = Math.min(to, cut);
  }
  if (from >= to) return Infinity;
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const foot = -(p[0] * dx + p[1] * dy) / (dx * dx + dy * dy);
  const at = Math.min(to, Math.max(from, foot));
  return Math.hypot(p[0] + at * dx, p[1] + at * dy);
}

/**
 * The reach of side s from all vertices and walls of the mesh, seen or not. This is right because
 * the nearest of them is always seen.
 */
function nearestOfAll({ x, y, corner, twin, vertexCount }: PolygonMesh, s: number): number {
  const t = 3 * Math.floor(s / 3);
  const [c, u, v] = [0, 1, 2].map((k) => corner[t + ((s + k) % 3)]) as [number, number, number];
  const from = (w: number): Vector => [x[w] - x[c], y[w] - y[c]];
  const [right, left] = [from(u), from(v)];
  let least = Infinity;
  for (let w = 0; w < vertexCount; w++) {
    const to = from(w);
    if (w !== u && w !== v && cross(right, to) > 1e-12 && cross(to, left) > 1e-12)
      least = Math.min(least, Math.hypot(...to));
  }
  for (let side = 0; side < corner.length; side++) {
    if (twin[side] !== 0xffffffff) continue;
    const end = corner[side % 3 === 2 ? side - 2 : side + 1];
    if (corner[side] !== c && end !== c)
      least = Math.min(least, distanceInCone(from(corner[side]), from(end), right, left));
  }
  return least;
}

for (const make of [randomScene, blockScene, pebbleScene])
  test(`as far as the nearest vertex or wall between two sides: ${make.name}`, () => {
    for (let seed = 1; seed <= 6; seed++) {
      const mesh = make(createRandom(seed));
      const reaches = findOpenReaches(mesh);
      for (let s = 0; s < reaches.length; s++) {
        const nearest = nearestOfAll(mesh, s);
        assert.ok(
          Math.abs(reaches[s] - nearest) <= 1e-9 * nearest,
          `seed ${seed}, side ${s}: ${reaches[s]}, nearest ${nearest}`,
        );
      }
    }
  });

test.run();
