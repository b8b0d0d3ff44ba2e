import { hilbertOrder, NONE } from '@wayfield/graph';
import { triangleOf } from '../geometry/sides.ts';
import type { NavMesh } from '../obstacles/create-nav-mesh.ts';
import { isFree, isOpen } from '../polygons/open-triangles.ts';
import { type PolygonMesh, sideOwners } from '../polygons/polygon-mesh.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';
import { type AreaTree, createAreaTree } from './area-tree.ts';

/** The free triangles of a mesh in slots, and the connected parts that they belong to. */
export interface FreeTriangles {
  /** Takes over the changes of a `NavMesh`. For the first line of every call. */
  update(): void;
  /** Valid until the next `update`. */
  readonly tree: AreaTree;
  /** The polygon of a `PolygonMesh`, or the triangle of a `NavMesh`, in a slot. */
  ownerOf(slot: number): number;
  /**
   * The number of the connected part of a polygon or triangle: 0 is the largest part by area, and
   * so on; of parts with the same area first the one with the leftmost vertex. -1 for none.
   */
  partOf(owner: number): number;
  partCount(): number;
  /** The slots of a part, and the sums of their areas up to each. */
  partSlots(part: number): PartSlots;
  destroy(): void;
}

export interface PartSlots {
  readonly slots: readonly number[];
  readonly sums: readonly number[];
}

export function findFreeTriangles(mesh: NavMesh | PolygonMesh): FreeTriangles {
  return 'triangulation' in mesh ? followTriangles(mesh) : fanTriangles(mesh);
}

/** A mesh that triangles are taken from. */
interface Source {
  readonly tree: AreaTree;
  ownerOf(slot: number): number;
  /** How many polygons, or triangles, there are numbers for. */
  owners(): number;
  /** Whether the polygon or triangle with this number is free. */
  isFree(owner: number): boolean;
  neighbours(owner: number, visit: (other: number) => void): void;
}

/** The parts of a source, made when they are asked for. */
interface Parts {
  readonly count: number;
  readonly partOf: Int32Array;
  readonly slots: readonly PartSlots[];
}

function findParts(source: Source): Parts {
  const partOf = new Int32Array(source.owners()).fill(-1);
  let count = 0;
  const stack: number[] = [];
  for (let start = 0; start < partOf.length; start++) {
    if (partOf[start] >= 0 || !source.isFree(start)) continue;
    partOf[start] = count;
    stack.push(start);
    for (let owner = stack.pop(); owner !== undefined; owner = stack.pop())
      source.neighbours(owner, (other) => {
        if (partOf[other] >= 0) return;
        partOf[other] = count;
        stack.push(other);
      });
    count++;
  }
  return numberParts(source, partOf, count);
}

interface Found {
  readonly part: number;
  readonly slots: number[];
  readonly sums: number[];
  area: number;
  minX: number;
  minY: number;
}

/** Numbers parts by their area, which does not depend on the history of a mesh. */
function numberParts({ tree, ownerOf }: Source, partOf: Int32Array, count: number): Parts {
  const found = Array.from({ length: count }, (_, part): Found => ({
    part,
    slots: [],
    sums: [],
    area: 0,
    minX: Infinity,
    minY: Infinity,
  }));
  for (let slot = 0; slot < tree.room; slot++) {
    const owner = ownerOf(slot);
    if (owner < 0) continue;
    const one = found[partOf[owner]];
    one.slots.push(slot);
    one.area += tree.area(slot);
    one.sums.push(one.area);
    for (let k = 6 * slot; k < 6 * slot + 6; k += 2) {
      const [x, y] = [tree.corners[k], tree.corners[k + 1]];
      if (x > one.minX || (x === one.minX && y >= one.minY)) continue;
      one.minX = x;
      one.minY = y;
    }
  }
  // sums of the same areas in another order differ by rounding
  const isLarger = (a: Found, b: Found): number =>
    Math.abs(a.area - b.area) > 1e-9 * (a.area + b.area)
      ? b.area - a.area
      : a.minX - b.minX || a.minY - b.minY;
  found.sort(isLarger);
  const numberOf = new Int32Array(count);
  found.forEach(({ part }, i) => (numberOf[part] = i));
  for (let owner = 0; owner < partOf.length; owner++)
    if (partOf[owner] >= 0) partOf[owner] = numberOf[partOf[owner]];
  return { count, partOf, slots: found };
}

function fanTriangles(mesh: PolygonMesh): FreeTriangles {
  const { x, y, firstSide, corner, twin, polygonCount } = mesh;
  const owners: number[] = [];
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p] + 2; s < firstSide[p + 1]; s++) owners.push(p);
  const tree = createAreaTree(owners.length);
  for (let p = 0, slot = 0; p < polygonCount; p++)
    for (let s = firstSide[p] + 2; s < firstSide[p + 1]; s++, slot++) {
      const fan = [corner[firstSide[p]], corner[s - 1], corner[s]];
      fan.forEach((v, k) => tree.corners.set([x[v], y[v]], 6 * slot + 2 * k));
      tree.put(slot);
    }
  const sideOwner = sideOwners(mesh);
  const source: Source = {
    tree,
    ownerOf: (slot) => owners[slot] ?? -1,
    owners: () => polygonCount,
    isFree: () => true,
    neighbours(p, visit) {
      for (let s = firstSide[p]; s < firstSide[p + 1]; s++)
        if (twin[s] !== NONE) visit(sideOwner[twin[s]]);
    },
  };
  let parts: Parts | undefined;
  return {
    update() {},
    tree,
    ownerOf: source.ownerOf,
    partOf: (owner) => (parts ??= findParts(source)).partOf[owner] ?? -1,
    partCount: () => (parts ??= findParts(source)).count,
    partSlots: (part) => (parts ??= findParts(source)).slots[part],
    destroy() {},
  };
}

/** The free triangles of a triangulation in slots, along a Hilbert curve at first. */
interface Slots extends Source {
  /** Per slot: its triangle, -1 = unused. */
  readonly owner: Int32Array;
  /** Per triangle: its slot, -1 = none. */
  slotOf: Int32Array;
  readonly unused: number[];
}

function fillSlots(t: Triangulation): Slots {
  const free: number[] = [];
  for (let triangle = 0; triangle < t.triangleCount; triangle++)
    if (isFree(t, 3 * triangle)) free.push(triangle);
  const place = (of: Float64Array): Float32Array =>
    Float32Array.from(free, (triangle) => of[t.corner[3 * triangle]]);
  const order = hilbertOrder({ nodeCount: free.length, x: place(t.x), y: place(t.y) });
  const tree = createAreaTree(2 * free.length + 64);
  const owner = new Int32Array(tree.room).fill(-1);
  const slots: Slots = {
    tree,
    owner,
    slotOf: new Int32Array(t.depth.length).fill(-1),
    unused: Array.from({ length: tree.room - free.length }, (_, i) => tree.room - 1 - i),
    ownerOf: (slot) => owner[slot],
    owners: () => t.triangleCount,
    isFree: (triangle) => isFree(t, 3 * triangle),
    neighbours(triangle, visit) {
      for (let e = 3 * triangle; e < 3 * triangle + 3; e++)
        if (isOpen(t, e)) visit(triangleOf(t.twin[e]));
    },
  };
  order.forEach((i, slot) => fillSlot(slots, t, slot, free[i]));
  return slots;
}

function fillSlot(
  { tree, owner, slotOf }: Slots,
  t: Triangulation,
  slot: number,
  of: number,
): void {
  owner[slot] = of;
  slotOf[of] = slot;
  for (let k = 0; k < 3; k++) {
    const v = t.corner[3 * of + k];
    tree.corners[6 * slot + 2 * k] = t.x[v];
    tree.corners[6 * slot + 2 * k + 1] = t.y[v];
  }
  tree.put(slot);
}

/** Takes over triangles that have changed. Returns false if there is no room. */
function changeSlots(slots: Slots, t: Triangulation, touched: Iterable<number>): boolean {
  const { tree, owner, unused } = slots;
  if (slots.slotOf.length < t.depth.length) {
    const larger = new Int32Array(t.depth.length).fill(-1);
    larger.set(slots.slotOf);
    slots.slotOf = larger;
  }
  for (const triangle of touched) {
    const slot = slots.slotOf[triangle];
    if (isFree(t, 3 * triangle)) {
      const to = slot >= 0 ? slot : unused.pop();
      if (to === undefined) return false;
      fillSlot(slots, t, to, triangle);
    } else if (slot >= 0) {
      owner[slot] = slots.slotOf[triangle] = -1;
      tree.drop(slot);
      unused.push(slot);
    }
  }
  return true;
}

function followTriangles(nav: NavMesh): FreeTriangles {
  const t = nav.triangulation;
  const touched = new Set<number>();
  const stop = nav.follow((triangles) => {
    for (const triangle of triangles) touched.add(triangle);
  });
  let slots = fillSlots(t);
  let parts: Parts | undefined;
  return {
    update() {
      if (touched.size === 0) return;
      parts = undefined;
      if (!changeSlots(slots, t, touched)) slots = fillSlots(t);
      touched.clear();
    },
    get tree() {
      return slots.tree;
    },
    ownerOf: (slot) => slots.owner[slot],
    partOf: (owner) => (parts ??= findParts(slots)).partOf[owner] ?? -1,
    partCount: () => (parts ??= findParts(slots)).count,
    partSlots: (part) => (parts ??= findParts(slots)).slots[part],
    destroy: stop,
  };
}
