// Distances of two shapes by methods that know no separating axes: 0 means that they touch.
import type { OrientedBodies } from '../src/oriented/index.ts';

type Point = readonly [number, number];

/** The points of a polygon in the world, and the radius about them: a disc is one point. */
function outlineOf({ shapes, entry, bodies, angle }: OrientedBodies, slot: number) {
  const { records, first } = shapes;
  const at = first[entry[slot]];
  const [cos, sin] = [Math.cos(angle[slot]), Math.sin(angle[slot])];
  const place = (x: number, y: number): Point => [
    bodies.x[slot] + cos * x - sin * y,
    bodies.y[slot] + sin * x + cos * y,
  ];
  const count = records[at];
  const points =
    count === 0
      ? [place(0, 0)]
      : Array.from({ length: count }, (_, i) =>
          place(records[at + 3 + 5 * i], records[at + 4 + 5 * i]),
        );
  return { points, radius: records[at + 1] };
}

const side = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const holds = (points: readonly Point[], c: Point): boolean =>
  points.length > 2 && points.every((a, i) => side(a, points[(i + 1) % points.length], c) >= 0);

function pointFromSegment(p: Point, a: Point, b: Point): number {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
  const square = ux * ux + uy * uy;
  const along = square === 0 ? 0 : ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / square;
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(p[0] - a[0] - t * ux, p[1] - a[1] - t * uy);
}

/** In 2D: 0 if a corner is inside the other or two sides cross, else from corners to sides. */
export function polygonDistance(world: OrientedBodies, slotA: number, slotB: number): number {
  const [A, B] = [outlineOf(world, slotA), outlineOf(world, slotB)];
  if (holds(A.points, B.points[0]) || holds(B.points, A.points[0])) return 0;
  let least = Infinity;
  A.points.forEach((a, i) => {
    const b = A.points[(i + 1) % A.points.length];
    B.points.forEach((c, k) => {
      const d = B.points[(k + 1) % B.points.length];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) least = 0;
      least = Math.min(least, pointFromSegment(a, c, d), pointFromSegment(c, a, b));
    });
  });
  return Math.max(0, least - A.radius - B.radius);
}

interface Solid {
  readonly centre: readonly number[];
  /** Three unit vectors in the world. */
  readonly axes: readonly (readonly number[])[];
  readonly half: readonly number[];
  readonly radius: number;
}

function solidOf({ shapes, entry, bodies, turn }: OrientedBodies, slot: number): Solid {
  const at = shapes.first[entry[slot]];
  const { records } = shapes;
  const length = Math.hypot(...turn.slice(4 * slot, 4 * slot + 4));
  const [x, y, z, w] = [0, 1, 2, 3].map((i) => turn[4 * slot + i] / length);
  /** v turned: v + 2 q × (q × v + w v). */
  const turned = (v: readonly number[]): number[] => {
    const cross = ([a, b, c]: readonly number[]) => [y * c - z * b, z * a - x * c, x * b - y * a];
    const once = cross(v).map((value, i) => value + w * v[i]);
    return cross(once).map((value, i) => v[i] + 2 * value);
  };
  return {
    centre: [bodies.x[slot], bodies.y[slot], bodies.z![slot]],
    axes: [turned([1, 0, 0]), turned([0, 1, 0]), turned([0, 0, 1])],
    half: records[at] === 0 ? [0, 0, 0] : [0, 1, 2].map((i) => records[at + 3 + i]),
    radius: records[at + 1],
  };
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The nearest point of a box. */
function nearest({ centre, axes, half }: Solid, p: readonly number[]): number[] {
  const d = p.map((value, i) => value - centre[i]);
  const along = axes.map((axis, i) => Math.max(-half[i], Math.min(half[i], dot(axis, d))));
  return centre.map(
    (value, i) => value + along[0] * axes[0][i] + along[1] * axes[1][i] + along[2] * axes[2][i],
  );
}

/** In 3D: a point is projected on one box and the other in turns, and converges to the nearest. */
export function boxDistance(world: OrientedBodies, slotA: number, slotB: number): number {
  const [A, B] = [solidOf(world, slotA), solidOf(world, slotB)];
  const radii = A.radius + B.radius;
  let p = [...B.centre];
  let distance = Infinity;
  for (let step = 0; step < 20_000; step++) {
    const a = nearest(A, p);
    p = nearest(B, a);
    const now = Math.hypot(...p.map((value, i) => value - a[i]));
    if (now <= radii + 1e-9) return 0;
    if (step > 100 && distance - now < 1e-12) break;
    distance = now;
  }
  const gap = distance - radii;
  return gap < 1e-5 ? 0 : gap;
}
