import { orient2d } from 'robust-predicates';
import { removeConstraint } from './constraints.ts';
import { legalise } from './flip.ts';
import type { Suspend } from './insert-segment.ts';
import { insertPoint } from './insert-point.ts';
import { locate } from './locate.ts';
import { isBefore, turn } from './predicates.ts';
import { forEdgesAround } from './regions.ts';
import { removeVertex } from './remove-vertex.ts';
import { fail, type Segments } from './segments.ts';
import { crossOnGrid } from './snap.ts';
import { firstAround, next, nextAround, previous, type Triangulation } from './triangulation.ts';

/**
 * Whether an input segment runs through the grid square around a vertex, which holds its lower and its left side and not the
 * others, as rounding has it. Then it is led over the vertex: that rule makes the
 * result depend on the input alone and not on its order (snap rounding: Hobby 1999, Guibas and Marimont 1998).
 */
export function passesPixel(
  t: Triangulation,
  segments: Segments,
  segment: number,
  v: number,
): boolean {
  const { x, y } = t;
  const half = segments.grid!.step / 2;
  const a = segments.from[segment]!;
  const b = segments.to[segment]!;
  const ax = x[a]!;
  const ay = y[a]!;
  const bx = x[b]!;
  const by = y[b]!;
  const minX = x[v]! - half;
  const maxX = x[v]! + half;
  const minY = y[v]! - half;
  const maxY = y[v]! + half;
  if (Math.max(ax, bx) < minX || Math.min(ax, bx) >= maxX) return false;
  if (Math.max(ay, by) < minY || Math.min(ay, by) >= maxY) return false;
  // the two corners that lie furthest to the sides of the line; those of the upper and right side count as a little within,
  // as a line through them only touches what is no part of the square
  const dx = bx - ax;
  const dy = by - ay;
  if (dx > 0 === dy > 0) {
    const one = orient2d(ax, ay, bx, by, minX, maxY) || dx;
    const other = orient2d(ax, ay, bx, by, maxX, minY) || -dy;
    return one === 0 || other === 0 || one > 0 !== other > 0;
  }
  const one = orient2d(ax, ay, bx, by, minX, minY);
  const other = orient2d(ax, ay, bx, by, maxX, maxY) || dx - dy;
  return one === 0 || other === 0 || one > 0 !== other > 0;
}

/** Whether a segment, as it was given, comes to `q` after `p`; where that is a draw their coordinates decide. */
export function isFurther(
  t: Triangulation,
  segments: Segments,
  segment: number,
  p: number,
  q: number,
): boolean {
  const { x, y } = t;
  const [a, b] = [segments.from[segment]!, segments.to[segment]!];
  const ahead = (x[q]! - x[p]!) * (x[b]! - x[a]!) + (y[q]! - y[p]!) * (y[b]! - y[a]!);
  return ahead > 0 || (ahead === 0 && isBefore(t, p, q));
}

/** Whether the segment, whose piece a - b passes beside `v`, has to be led over it. */
export function isHot(
  t: Triangulation,
  segments: Segments,
  segment: number,
  a: number,
  b: number,
  v: number,
  side: number,
): boolean {
  if (!segments.grid) return false;
  const { x, y } = t;
  const dx = x[b]! - x[a]!;
  const dy = y[b]! - y[a]!;
  // pieces lean by up to a step, so look two steps far; and only between the ends, so that this comes to an end
  if (Math.abs(side) > 2 * segments.grid.step * (Math.abs(dx) + Math.abs(dy))) return false;
  return (
    isFurther(t, segments, segment, a, v) &&
    isFurther(t, segments, segment, v, b) &&
    passesPixel(t, segments, segment, v)
  );
}

/**
 * A vertex that a segment has to be led over, whose piece a - b lies on the edge of `e`; -1 = none. It can lie behind others that are
 * nearer, so all triangles are looked at that come within two steps of the piece, up to the next constrained edges.
 */
export function hotBeside(
  t: Triangulation,
  segments: Segments,
  segment: number,
  e: number,
  a: number,
  b: number,
): number {
  if (!segments.grid) return -1;
  const { x, y } = t;
  const reach = 2 * segments.grid.step;
  const dx = x[b]! - x[a]!;
  const dy = y[b]! - y[a]!;
  const length = Math.hypot(dx, dy);
  const stack = [e, t.twin[e]!];
  const seen: number[] = [];
  for (let half = stack.pop(); half !== undefined; half = stack.pop()) {
    if (half < 0 || seen.includes(half)) continue;
    seen.push(half);
    const v = t.corner[previous(half)]!;
    const away = Math.abs((x[v]! - x[a]!) * dy - (y[v]! - y[a]!) * dx) / length;
    if (away <= reach && v !== a && v !== b)
      if (isHot(t, segments, segment, a, b, v, turn(t, a, b, v))) return v;
    const along = ((x[v]! - x[a]!) * dx + (y[v]! - y[a]!) * dy) / length;
    for (let k = 0; k < 2; k++) {
      const f = k === 0 ? next(half) : previous(half);
      if (t.constraint[f]! >= 0) continue;
      // the other end of the side, and where along the piece it lies
      const p = k === 0 ? t.corner[f]! : t.corner[half]!;
      const there = ((x[p]! - x[a]!) * dx + (y[p]! - y[a]!) * dy) / length;
      let isNear: boolean;
      // at an end of the piece: on, as far as the upright on it there
      if (p === a) isNear = along > 0;
      else if (p === b) isNear = along < length;
      else if (v === a) isNear = there > 0;
      else if (v === b) isNear = there < length;
      else
        isNear =
          Math.max(along, there) > -reach &&
          Math.min(along, there) < length + reach &&
          Math.min(away, Math.abs((x[p]! - x[a]!) * dy - (y[p]! - y[a]!) * dx) / length) <= reach;
      if (isNear) stack.push(t.twin[f]!);
    }
  }
  return -1;
}

/**
 * Leads the segments that pass the grid square of `v`, and were laid before v was there, over it: their pieces go on
 * `work` (segment, start, end).
 */
export function heat(
  t: Triangulation,
  segments: Segments,
  v: number,
  work: number[],
  suspend: Suspend,
): void {
  if (!segments.grid) return;
  const reach = 2 * segments.grid.step;
  const stack: number[] = [];
  const first = t.vertexEdge[v]!;
  for (let out = first; out >= 0;) {
    // most vertices have nothing near
    if (isWithin(t, next(out), v, reach)) stack.push(next(out));
    out = nextAround(t, v, out);
    if (out === first) break;
  }
  if (stack.length === 0) return;
  const seen: number[] = [];
  for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
    if (t.constraint[e]! >= 0) {
      if (!cool(t, segments, e, v, work, suspend)) continue;
      // the triangles around it may be others now
      heat(t, segments, v, work, suspend);
      return;
    }
    const other = t.twin[e]!;
    if (other < 0 || seen.includes((other / 3) | 0)) continue;
    seen.push((other / 3) | 0);
    for (const side of [next(other), previous(other)])
      if (isWithin(t, side, v, reach)) stack.push(side);
  }
}

/** Whether a vertex is no further from the edge of a half-edge than `reach`. */
function isWithin(t: Triangulation, e: number, v: number, reach: number): boolean {
  const { x, y } = t;
  const a = t.corner[e]!;
  const b = t.corner[next(e)]!;
  const dx = x[b]! - x[a]!;
  const dy = y[b]! - y[a]!;
  const px = x[v]! - x[a]!;
  const py = y[v]! - y[a]!;
  const side = dx * py - dy * px;
  const square = dx * dx + dy * dy;
  // most are far from the line already
  if (side * side > reach * reach * square) return false;
  const f = Math.min(1, Math.max(0, (px * dx + py * dy) / square));
  return (px - f * dx) ** 2 + (py - f * dy) ** 2 <= reach * reach;
}

/** Takes segments off the edge of `e` that have to be led over v. Whether there were any. */
function cool(
  t: Triangulation,
  segments: Segments,
  e: number,
  v: number,
  work: number[],
  suspend: Suspend,
): boolean {
  let isHotter = false;
  const [a, b] = [t.corner[e]!, t.corner[next(e)]!];
  for (let node = t.constraint[e]!; node >= 0;) {
    const segment = t.nodeSegment[node]!;
    const start = t.nodeStart[node]!;
    const end = start === a ? b : a;
    if (!isHot(t, segments, segment, start, end, v, turn(t, start, end, v))) {
      node = t.nodeNext[node]!;
      continue;
    }
    if (fail(segments)) return false;
    suspend(segment);
    removeConstraint(t, e, segment);
    work.push(segment, v, end, segment, start, v);
    node = t.constraint[e]!;
    isHotter = true;
  }
  if (isHotter && t.constraint[e]! < 0) legalise(t, [e]);
  return isHotter;
}

/**
 * Segments that were led over the same vertex can cross elsewhere, without their pieces crossing there: that crossing gets a vertex, too, as
 * it would have if that one had come first. Looks at what meets `segment` at vertex `v`.
 */
export function meet(
  t: Triangulation,
  segments: Segments,
  segment: number,
  v: number,
  work: number[],
  suspend: Suspend,
): void {
  const { grid, from, to } = segments;
  if (!grid) return;
  const [a, b] = [from[segment]!, to[segment]!];
  let others: number[] | undefined;
  const first = t.vertexEdge[v]!;
  for (let e = first; e >= 0;) {
    for (let node = t.constraint[e]!; node >= 0; node = t.nodeNext[node]!) {
      const other = t.nodeSegment[node]!;
      const c = from[other]!;
      const d = to[other]!;
      // segments with an end in common cross nowhere else
      if (c === a || c === b || d === a || d === b || others?.includes(other)) continue;
      (others ??= []).push(other);
    }
    e = nextAround(t, v, e);
    if (e === first) break;
  }
  for (const other of others ?? []) {
    const [c, d] = [from[other]!, to[other]!];
    if (isCertainlyAt(t, a, b, c, d, v, grid.step / 2)) continue;
    if (!isParted(t, a, b, c, d) || !isParted(t, c, d, a, b)) continue;
    const place = (p: number): [number, number] => [t.x[p]!, t.y[p]!];
    const point = crossOnGrid(grid, place(a), place(b), place(c), place(d));
    if (!point || (point[0] === t.x[v] && point[1] === t.y[v])) continue;
    const near = (firstAround(t, v) / 3) | 0;
    if (locate(t, point[0], point[1], near).kind === 'vertex') continue;
    if (fail(segments)) return;
    heat(t, segments, insertPoint(t, point[0], point[1], near), work, suspend);
  }
}

/** Whether the line through a and b has c and d on two sides. */
function isParted(t: Triangulation, a: number, b: number, c: number, d: number): boolean {
  const one = turn(t, a, b, c);
  return one !== 0 && one < 0 === turn(t, a, b, d) > 0 && turn(t, a, b, d) !== 0;
}

/**
 * Looks at the corners of all triangles that have changed since it looked last: a vertex that was hidden from a segment which passes its
 * grid square may be so no more.
 */
export function reheat(
  t: Triangulation,
  segments: Segments,
  work: number[],
  suspend: Suspend,
): void {
  const { touched } = t;
  if (!segments.grid || !touched) return;
  while (segments.seen < touched.length) {
    const vertices: number[] = [];
    for (; segments.seen < touched.length; segments.seen++) {
      const e = 3 * touched[segments.seen]!;
      if (t.corner[e]! >= 0) vertices.push(t.corner[e]!, t.corner[e + 1]!, t.corner[e + 2]!);
    }
    vertices.sort((p, q) => p - q);
    for (let i = 0; i < vertices.length; i++)
      if (vertices[i] !== vertices[i - 1]) heat(t, segments, vertices[i]!, work, suspend);
  }
}

/**
 * Takes segments off vertices whose grid square they do not pass, and vertices out that nothing runs over then: what pieces that were
 * not in their place yet have brought about. To be called when all are in their place.
 */
export function straighten(
  t: Triangulation,
  segments: Segments,
  work: number[],
  suspend: Suspend,
): void {
  const { suspects } = segments;
  if (!segments.grid) suspects.length = 0;
  while (suspects.length > 0 && work.length === 0) {
    const v = suspects.pop()!;
    const segment = suspects.pop()!;
    if (t.vertexEdge[v]! < 0 || passesPixel(t, segments, segment, v)) continue;
    const came: number[] = [];
    const goes: number[] = [];
    const edges: number[] = [];
    forEdgesAround(t, v, (e, to) => {
      for (let node = t.constraint[e]!; node >= 0; node = t.nodeNext[node]!) {
        if (t.nodeSegment[node] !== segment) continue;
        (t.nodeStart[node] === v ? goes : came).push(to);
        edges.push(e);
      }
    });
    if (came.length !== goes.length) continue;
    if (edges.length > 0) suspend(segment);
    for (const e of edges) removeConstraint(t, e, segment);
    for (let i = 0; i < came.length; i++)
      if (came[i] !== goes[i]) work.push(segment, came[i]!, goes[i]!);
    legalise(
      t,
      edges.filter((e) => t.constraint[e]! < 0),
    );
    let isHeld = t.useCount[v]! > 0;
    forEdgesAround(t, v, (e) => {
      isHeld ||= t.constraint[e]! >= 0;
    });
    if (!isHeld) removeVertex(t, v);
  }
}

/** Whether the lines through a, b and c, d cross in the grid square around v, by more than any rounding of this arithmetic. */
function isCertainlyAt(
  t: Triangulation,
  a: number,
  b: number,
  c: number,
  d: number,
  v: number,
  half: number,
): boolean {
  const { x, y } = t;
  const [abx, aby] = [x[b]! - x[a]!, y[b]! - y[a]!];
  const [cdx, cdy] = [x[d]! - x[c]!, y[d]! - y[c]!];
  const area = abx * cdy - aby * cdx;
  if (area === 0) return false;
  const at = ((x[c]! - x[a]!) * cdy - (y[c]! - y[a]!) * cdx) / area;
  const size = Math.abs(x[a]!) + Math.abs(y[a]!) + Math.abs(abx) + Math.abs(aby);
  const steep =
    ((Math.abs(abx) + Math.abs(aby)) * (Math.abs(cdx) + Math.abs(cdy))) / Math.abs(area);
  const error = 2 ** -48 * size * (1 + steep);
  return (
    Math.abs(x[a]! + at * abx - x[v]!) + error < half &&
    Math.abs(y[a]! + at * aby - y[v]!) + error < half
  );
}
