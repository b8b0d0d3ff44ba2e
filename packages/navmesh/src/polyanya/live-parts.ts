import { NONE } from '@wayfield/graph';
import { findParts } from '@wayfield/triangulation/internal/polygons';
import type { PolygonMesh } from '@wayfield/triangulation';

/**
 * The parts of a mesh that changes, as labels: all polygons of a part have the same label. The mesh
 * is that of a `LivePolygons` of triangulation: polygons have even numbers only, and an unused even
 * number has no sides. Hence the loops below go in steps of 2.
 */
export interface LiveParts {
  /** One per polygon; NONE for odd and for unused numbers. */
  readonly label: Uint32Array;
  readonly mesh: PolygonMesh;
  /** One per side: its polygon. */
  readonly owner: Uint32Array;
  /** How many polygons have a label. */
  readonly size: Map<number, number>;
  /** The next label that was never given. */
  next: number;
}

export function createLiveParts(mesh: PolygonMesh, owner: Uint32Array): LiveParts {
  const label = findParts(mesh, owner, 2);
  const size = new Map<number, number>();
  let next = 0;
  for (let p = 0; p < mesh.polygonCount; p += 2) {
    if (mesh.firstSide[p] === mesh.firstSide[p + 1]) {
      label[p] = NONE;
      continue;
    }
    size.set(label[p], (size.get(label[p]) ?? 0) + 1);
    next = Math.max(next, label[p] + 1);
  }
  return { label, mesh, owner, size, next };
}

/**
 * Updates the labels after some polygons were removed and others added. Parts that a new polygon
 * connects take the label of the largest of them. If new polygons of one label do not touch each
 * other, the old part may have been split: searches from all of them run in turns and merge where
 * they meet. The searches end as soon as all but one are complete, so the work depends on the
 * smaller parts only.
 */
export function changeParts(
  parts: LiveParts,
  gone: Iterable<number>,
  fresh: readonly number[],
): void {
  const { label } = parts;
  for (const p of gone) {
    leave(parts, p);
    label[p] = NONE;
  }
  const isFresh = new Set(fresh);
  const starts: number[] = [];
  for (const start of fresh) {
    if (label[start] !== NONE) continue;
    const group = [start];
    const seen = new Set(group);
    const near: number[] = [];
    for (const p of group)
      forNeighbours(parts, p, (q) => {
        if (!isFresh.has(q)) near.push(q);
        else if (!seen.has(q)) {
          seen.add(q);
          group.push(q);
        }
      });
    const own = joinLabels(parts, near);
    for (const p of group) give(parts, p, own);
    starts.push(start);
  }
  for (const own of new Set(starts.map((p) => label[p]))) {
    const same = starts.filter((p) => label[p] === own);
    if (same.length > 1) split(parts, same);
  }
}

function forNeighbours(
  { mesh, owner }: LiveParts,
  p: number,
  visit: (polygon: number) => void,
): void {
  const { firstSide, twin } = mesh;
  for (let s = firstSide[p]; s < firstSide[p + 1]; s++) if (twin[s] !== NONE) visit(owner[twin[s]]);
}

function leave({ label, size }: LiveParts, p: number): void {
  const old = label[p];
  if (old === NONE) return;
  const left = size.get(old)! - 1;
  if (left > 0) size.set(old, left);
  else size.delete(old);
}

function give(parts: LiveParts, p: number, own: number): void {
  const { label, size } = parts;
  leave(parts, p);
  label[p] = own;
  size.set(own, (size.get(own) ?? 0) + 1);
}

/**
 * Gives all parts at these polygons the label of the largest part, and returns it; a new label if
 * `near` is empty.
 */
function joinLabels(parts: LiveParts, near: readonly number[]): number {
  const { label, size } = parts;
  let own = NONE;
  for (const p of near) if (own === NONE || size.get(label[p])! > size.get(own)!) own = label[p];
  if (own === NONE) return parts.next++;
  for (const p of near) {
    const old = label[p];
    if (old === own) continue;
    const stack = [p];
    give(parts, p, own);
    for (let at = stack.pop(); at !== undefined; at = stack.pop())
      forNeighbours(parts, at, (q) => {
        if (label[q] !== old) return;
        give(parts, q, own);
        stack.push(q);
      });
  }
  return own;
}

/** One of several searches that run in turns. */
interface Reached {
  /** The polygons reached, in the order of reaching; the first `looked` are expanded. */
  polygons: number[];
  looked: number;
}

/**
 * Finds the parts in which these polygons lie, which all have one label. Each part but the last one
 * that is found gets a new label.
 */
function split(parts: LiveParts, starts: readonly number[]): void {
  const reachedBy = new Map<number, Reached>();
  let searches = starts.map((p): Reached => {
    const search = { polygons: [p], looked: 0 };
    reachedBy.set(p, search);
    return search;
  });
  for (let i = 0; searches.length > 1; i++) {
    const search = searches[i % searches.length];
    if (search.looked === search.polygons.length) {
      for (const p of search.polygons) give(parts, p, parts.next);
      parts.next++;
      searches = searches.filter((other) => other !== search);
      continue;
    }
    const met = new Set<Reached>([search]);
    forNeighbours(parts, search.polygons[search.looked++], (q) => {
      const by = reachedBy.get(q);
      if (by) met.add(by);
      else {
        reachedBy.set(q, search);
        search.polygons.push(q);
      }
    });
    if (met.size > 1) searches = join(searches, reachedBy, met);
  }
}

/** Merges searches that have met into the search that has reached the most polygons. */
function join(
  searches: readonly Reached[],
  reachedBy: Map<number, Reached>,
  met: ReadonlySet<Reached>,
): Reached[] {
  let large: Reached | undefined;
  for (const search of met)
    if (!large || search.polygons.length > large.polygons.length) large = search;
  for (const small of met) {
    if (small === large) continue;
    for (const p of small.polygons) reachedBy.set(p, large!);
    // expanded polygons of both come first
    large!.polygons = [
      ...large!.polygons.slice(0, large!.looked),
      ...small.polygons.slice(0, small.looked),
      ...large!.polygons.slice(large!.looked),
      ...small.polygons.slice(small.looked),
    ];
    large!.looked += small.looked;
  }
  return searches.filter((search) => search === large || !met.has(search));
}
