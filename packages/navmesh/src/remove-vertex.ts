import { legalise } from './flip.ts';
import { fill } from './insert-point.ts';
import { turn } from './predicates.ts';
import {
  addTriangle,
  dropTriangle,
  firstAround,
  link,
  next,
  type Triangulation,
  turnLeft,
} from './triangulation.ts';

/** Takes out a vertex inside the hull at which no constrained edge ends. The triangles around it are of one depth. */
export function removeVertex(t: Triangulation, v: number): void {
  // the ring around v, turning left: vertices, and for each side the half-edge on its far side and its constraint
  const ring: number[] = [];
  const far: number[] = [];
  const list: number[] = [];
  const first = firstAround(t, v);
  const depth = t.depth[(first / 3) | 0]!;
  const triangles: number[] = [];
  let e = first;
  do {
    const side = next(e);
    ring.push(t.corner[side]!);
    far.push(t.twin[side]!);
    list.push(t.constraint[side]!);
    triangles.push((e / 3) | 0);
    e = turnLeft(t, e);
  } while (e !== first);
  for (const triangle of triangles) dropTriangle(t, triangle);
  t.vertexEdge[v] = -1;
  t.freeVertices.push(v);

  const stack: number[] = [];
  const ear = (i: number): boolean => {
    const n = ring.length;
    const a = ring[(i + n - 1) % n]!;
    const b = ring[i]!;
    const c = ring[(i + 1) % n]!;
    if (turn(t, a, b, c) <= 0) return false;
    for (let k = 2; k < n - 1; k++) {
      const p = ring[(i + k) % n]!;
      if (turn(t, a, b, p) >= 0 && turn(t, b, c, p) >= 0 && turn(t, c, a, p) >= 0) return false;
    }
    return true;
  };
  const cut = (i: number): void => {
    const n = ring.length;
    const before = (i + n - 1) % n;
    const made = addTriangle(t);
    fill(t, made, ring[before]!, ring[i]!, ring[(i + 1) % n]!, depth);
    attach(made, before);
    attach(made + 1, i);
    far[before] = made + 2;
    list[before] = -1;
    ring.splice(i, 1);
    far.splice(i, 1);
    list.splice(i, 1);
  };
  const attach = (side: number, i: number): void => {
    link(t, side, far[i]!);
    t.constraint[side] = list[i]!;
    t.vertexEdge[t.corner[side]!] = side;
    stack.push(side);
  };
  while (ring.length > 3) {
    let i = 0;
    while (i < ring.length && !ear(i)) i++;
    if (i === ring.length) throw new Error(`the ring around vertex ${v} is not simple`);
    cut(i);
  }
  const made = addTriangle(t);
  fill(t, made, ring[0]!, ring[1]!, ring[2]!, depth);
  for (let i = 0; i < 3; i++) attach(made + i, i);
  t.lastTriangle = (made / 3) | 0;
  legalise(t, stack);
}
