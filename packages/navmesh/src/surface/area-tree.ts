// A binary tree over triangles: sums of areas, to draw triangles by area, and boxes, to find them.

/**
 * Triangles in slots, the leaves of a complete binary tree. Each change adds up the sums along the
 * tree again, so that changes leave no rounding behind.
 */
export interface AreaTree {
  /** Slots that there is room for, a power of two. */
  readonly room: number;
  /** Six numbers per slot: x and y of the three corners. */
  readonly corners: Float64Array;
  /** The area of all triangles. */
  total(): number;
  /** Fills a slot from `corners`. */
  put(slot: number): void;
  /** Empties a slot. */
  drop(slot: number): void;
  area(slot: number): number;
  /** The slot at a share of all areas laid end to end; -1 if there are none. */
  pick(share: number): number;
  /** Visits the slots whose triangle's box meets a box. */
  inBox(
    minX: number,
    minY: number,
    maxX: number,
    maxY: number,
    visit: (slot: number) => void,
  ): void;
}

/** Twice the signed area of the triangle of a slot, above 0 for left turns. */
function twiceArea(corners: Float64Array, slot: number): number {
  const at = 6 * slot;
  const [ax, ay] = [corners[at], corners[at + 1]];
  return (
    (corners[at + 2] - ax) * (corners[at + 5] - ay) -
    (corners[at + 3] - ay) * (corners[at + 4] - ax)
  );
}

export function createAreaTree(slots: number): AreaTree {
  let room = 1;
  while (room < slots) room *= 2;
  const corners = new Float64Array(6 * room);
  const sum = new Float64Array(2 * room);
  /** Four numbers per node: minX, minY, maxX, maxY. An empty node has minX Infinity. */
  const box = new Float64Array(8 * room).fill(Infinity);

  function climb(slot: number): void {
    for (let node = (room + slot) >> 1; node > 0; node >>= 1) {
      const [left, right] = [2 * node, 2 * node + 1];
      sum[node] = sum[left] + sum[right];
      const [to, a, b] = [4 * node, 4 * left, 4 * right];
      if (box[a] === Infinity) box.copyWithin(to, b, b + 4);
      else if (box[b] === Infinity) box.copyWithin(to, a, a + 4);
      else {
        box[to] = Math.min(box[a], box[b]);
        box[to + 1] = Math.min(box[a + 1], box[b + 1]);
        box[to + 2] = Math.max(box[a + 2], box[b + 2]);
        box[to + 3] = Math.max(box[a + 3], box[b + 3]);
      }
    }
  }

  return {
    room,
    corners,
    total: () => sum[1],
    area: (slot) => sum[room + slot],
    put(slot) {
      const node = room + slot;
      const [ax, ay, bx, by, cx, cy] = corners.subarray(6 * slot, 6 * slot + 6);
      sum[node] = Math.max(0, twiceArea(corners, slot) / 2);
      box[4 * node] = Math.min(ax, bx, cx);
      box[4 * node + 1] = Math.min(ay, by, cy);
      box[4 * node + 2] = Math.max(ax, bx, cx);
      box[4 * node + 3] = Math.max(ay, by, cy);
      climb(slot);
    },
    drop(slot) {
      sum[room + slot] = 0;
      box[4 * (room + slot)] = Infinity;
      climb(slot);
    },
    pick(share) {
      if (!(sum[1] > 0)) return -1;
      let node = 1;
      for (let left = share; node < room;) {
        node *= 2;
        // rounding never leads into a branch without area
        if (left < sum[node] || sum[node + 1] === 0) continue;
        left -= sum[node];
        node++;
      }
      return node - room;
    },
    inBox(minX, minY, maxX, maxY, visit) {
      const stack = [1];
      for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
        const at = 4 * node;
        if (box[at] > maxX || box[at + 1] > maxY || box[at + 2] < minX || box[at + 3] < minY)
          continue;
        if (box[at] === Infinity) continue;
        if (node >= room) visit(node - room);
        else stack.push(2 * node + 1, 2 * node);
      }
    },
  };
}
