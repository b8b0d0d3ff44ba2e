// A binary tree over the boxes of triangles. area-graph.ts finds the triangles that a border may
// cross with it.

/** Triangles in slots, the leaves of a complete binary tree. */
export interface AreaTree {
  /** Six numbers per slot: x and y of the three corners. */
  readonly corners: Float64Array;
  /** Fills a slot from `corners`. */
  put(slot: number): void;
  /** Visits the filled slots whose triangles have boxes that meet a box. */
  inBox(
    minX: number,
    minY: number,
    maxX: number,
    maxY: number,
    visit: (slot: number) => void,
  ): void;
}

/** A tree of at least `slots` empty slots. */
export function createAreaTree(slots: number): AreaTree {
  let room = 1;
  while (room < slots) room *= 2;
  const corners = new Float64Array(6 * room);
  /** Per node minX, minY, maxX and maxY; minX is Infinity if no slot below is filled. */
  const box = new Float64Array(8 * room).fill(Infinity);

  function climb(slot: number): void {
    for (let node = (room + slot) >> 1; node > 0; node >>= 1) {
      const [to, a, b] = [4 * node, 8 * node, 8 * node + 4];
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
    corners,
    put(slot) {
      const node = room + slot;
      const [ax, ay, bx, by, cx, cy] = corners.subarray(6 * slot, 6 * slot + 6);
      box[4 * node] = Math.min(ax, bx, cx);
      box[4 * node + 1] = Math.min(ay, by, cy);
      box[4 * node + 2] = Math.max(ax, bx, cx);
      box[4 * node + 3] = Math.max(ay, by, cy);
      climb(slot);
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
