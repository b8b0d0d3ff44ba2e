// The seeded inputs of target 2, the same for Wayfield and for other libraries.
import { join } from 'node:path';
import { random } from '@wayfield/graph/generators';
import { type CdtInput, loadCdt } from '@wayfield/navmesh/formats';
import { convexRing } from '@wayfield/bench/internal/meshes/measure/convex-scene';
import { readBytes } from '@wayfield/bench/internal/run/problems/read-file';

/** Points without edges. */
export function randomPoints(count: number, seed: number): Float64Array {
  const next = random(seed);
  return Float64Array.from({ length: 2 * count }, () => next());
}

/** Polygons of 3 to 8 corners on 1000 by 1000 that cross each other and themselves. */
export function crossingPolygons(count: number, seed: number): number[][] {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const [x, y] = [next() * 1000, next() * 1000];
    const corners = 3 + Math.floor(next() * 6);
    return Array.from({ length: 2 * corners }, (_, i) =>
      Math.min(1000, Math.max(0, (i % 2 ? y : x) + (next() - 0.5) * 20)),
    );
  });
}

/**
 * Convex polygons of 3 to 8 corners on 1000 by 1000, one in each cell of a grid, none touching
 * another.
 */
export function polygonsApart(count: number, seed: number): number[][] {
  const next = random(seed);
  const side = Math.ceil(Math.sqrt(count));
  const cell = 1000 / side;
  return Array.from({ length: count }, (_, i) => {
    const [cx, cy] = [((i % side) + 0.5) * cell, (Math.floor(i / side) + 0.5) * cell];
    const corners = 3 + Math.floor(next() * 6);
    return convexRing(next, cx, cy, 0.48 * cell, corners);
  });
}

/** Polygons as points and edges, in a box. */
export function asEdges(polygons: readonly number[][]): CdtInput {
  const points: number[] = [];
  const edges: number[] = [];
  for (const ring of [[0, 0, 1000, 0, 1000, 1000, 0, 1000], ...polygons]) {
    const first = points.length / 2;
    const count = ring.length / 2;
    points.push(...ring);
    for (let i = 0; i < count; i++) edges.push(first + i, first + ((i + 1) % count));
  }
  return { points: Float64Array.from(points), edges: Uint32Array.from(edges) };
}

/**
 * An input by name: `points:COUNT:SEED`, `crossing:COUNT:SEED`, `apart:COUNT:SEED` or `file:PATH`.
 */
export async function inputOf(name: string): Promise<CdtInput> {
  const [kind, first, second] = name.split(':') as [string, string, string];
  if (kind === 'file')
    return loadCdt(new TextDecoder().decode(await readBytes(join(name.slice(5)))));
  const [count, seed] = [Number(first), Number(second)];
  if (kind === 'points') return { points: randomPoints(count, seed), edges: new Uint32Array(0) };
  return asEdges(kind === 'apart' ? polygonsApart(count, seed) : crossingPolygons(count, seed));
}
