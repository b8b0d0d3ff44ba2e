// Obstacles of the scene: convex polygons, by number.
import { random } from '@wayfield/graph/generators';

/** Corners of a convex polygon: x, y, x, y, … */
export type Ring = readonly number[];

export interface World {
  readonly width: number;
  readonly height: number;
  /** The obstacles at the start: obstacle i is entry i. */
  readonly rings: readonly Ring[];
  readonly seed: number;
}

/** A polygon around a place, clipped to the world. */
export function ringAround(
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
  next: () => number,
): Ring {
  const corners = 4 + Math.floor(4 * next());
  const size = 1 + 1.8 * next();
  return Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.6 * next())) / corners;
    return [
      Math.min(width, Math.max(0, x + size * Math.cos(angle))),
      Math.min(height, Math.max(0, y + size * Math.sin(angle))),
    ];
  }).flat();
}

export function makeWorld(width: number, height: number, count: number, seed: number): World {
  const next = random(seed);
  const rings = Array.from({ length: count }, () =>
    ringAround(3 + (width - 6) * next(), 3 + (height - 6) * next(), { width, height }, next),
  );
  return { width, height, rings, seed };
}

export function isInside(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  for (let k = 0, from = ring.length - 2; k < ring.length; from = k, k += 2) {
    const [ax, ay, bx, by] = [ring[from], ring[from + 1], ring[k], ring[k + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  return inside;
}

/** Triangles that draw polygons in colour 0 of a palette. */
export function trianglesOf(rings: Iterable<Ring>): Float32Array {
  const pieces: number[] = [];
  for (const ring of rings) {
    for (let k = 2; k + 3 < ring.length; k += 2) {
      pieces.push(ring[0], ring[1], ...ring.slice(k, k + 4), 0);
    }
  }
  return Float32Array.from(pieces);
}

export const isRing = (ring: unknown): ring is Ring =>
  Array.isArray(ring) && ring.length >= 6 && ring.length <= 16 && ring.every(Number.isFinite);
