// Which open cells scent can pass between: the components of the map under its neighbours, diagonal
// steps past obstacles included. Union-find that follows single cells as they open and close.

import { NONE } from '@wayfield/graph';

export interface Regions {
  /** Open cells of the map. */
  readonly openCells: number;
  /** Grows whenever cells that were in one region may have come into two. */
  readonly splits: number;
  /** A number that the cells of a region share, until the map changes; NONE for an obstacle. */
  of(cell: number): number;
  /** Cells of the region that `of` gave. */
  sizeOf(region: number): number;
  /** To be called when a cell has become open or an obstacle; `terrain` already says which. */
  changed(cell: number): void;
}

/** Follows `terrain`, which stays the caller's: 0 = obstacle. */
export function createRegions(
  width: number,
  height: number,
  neighbours: 4 | 8,
  terrain: Float32Array,
): Regions {
  const cells = width * height;
  const parent = new Uint32Array(cells);
  const size = new Uint32Array(cells);
  let openCells = 0;
  let splits = 0;
  let stale = true;

  function find(cell: number): number {
    let v = cell;
    while (parent[v] !== v) v = parent[v] = parent[parent[v]];
    return v;
  }

  function join(a: number, b: number): void {
    joinRoots(find(a), find(b));
  }

  /** The root of both: the lower number, so that most cells point straight at the first of their region. */
  function joinRoots(a: number, b: number): number {
    if (a === b) return a;
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    parent[high] = low;
    size[low] += size[high];
    return low;
  }

  /** Runs of open cells in a row point at their first; what is above joins runs where it has not done so already. */
  function build(): void {
    stale = false;
    openCells = 0;
    for (let y = 0, v = 0; y < height; y++) {
      const first = v;
      const last = first + width - 1;
      // of the run that goes on here, and whether the cell before lies below an open one
      let root = NONE;
      let wasBelow = false;
      for (; v <= last; v++) {
        parent[v] = v;
        size[v] = 0;
        if (terrain[v] === 0) {
          root = NONE;
          wasBelow = false;
          continue;
        }
        openCells++;
        size[v] = 1;
        const begins = root === NONE;
        root = begins ? v : joinRoots(root, v);
        if (y === 0) continue;
        const isBelow = terrain[v - width] !== 0;
        if (isBelow && !wasBelow) root = joinRoots(root, find(v - width));
        if (!isBelow && neighbours === 8) {
          const left = begins && v > first && terrain[v - width - 1] !== 0;
          const right = v < last && terrain[v - width + 1] !== 0;
          if (left) root = joinRoots(root, find(v - width - 1));
          if (right) root = joinRoots(root, find(v - width + 1));
        }
        wasBelow = isBelow;
      }
    }
  }

  /** Calls `visit` with the place in the ring around `cell` (clockwise from above) of each open cell of it. */
  function around(cell: number): boolean[] {
    const x = cell % width;
    const y = (cell - x) / width;
    return RING.map(([dx, dy]) => {
      const toX = x + dx;
      const toY = y + dy;
      const inside = toX >= 0 && toX < width && toY >= 0 && toY < height;
      return inside && terrain[toY * width + toX] !== 0;
    });
  }

  return {
    get openCells() {
      if (stale) build();
      return openCells;
    },
    get splits() {
      return splits;
    },
    of(cell) {
      if (stale) build();
      return terrain[cell] === 0 ? NONE : find(cell);
    },
    sizeOf(region) {
      return region === NONE ? 0 : size[find(region)];
    },
    changed(cell) {
      if (stale) return;
      const open = around(cell);
      if (terrain[cell] === 0) {
        if (size[find(cell)] === 0) return;
        // cells around a closed one that stay together beside it cannot come apart
        if (groupsAround(open, neighbours) > 1) {
          splits++;
          stale = true;
          return;
        }
        openCells--;
        size[find(cell)]--;
        return;
      }
      if (parent[cell] !== cell || size[cell] > 0) {
        // it was closed before without leaving its region; its place in the tree is still there
        stale = true;
        return;
      }
      openCells++;
      size[cell] = 1;
      for (const [i, [dx, dy]] of RING.entries()) {
        if (open[i] && (neighbours === 8 || dx === 0 || dy === 0)) {
          join(cell, cell + dy * width + dx);
        }
      }
    },
  };
}

/** Clockwise from above. */
const RING = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
] as const;

/** In how many pieces the open neighbours of a cell fall without it, seen from its ring alone. */
function groupsAround(open: readonly boolean[], neighbours: 4 | 8): number {
  const joined = open.slice();
  if (neighbours === 8) {
    // with diagonal steps, the cells above and right of it touch past a closed corner
    for (let i = 1; i < 8; i += 2) joined[i] ||= open[i - 1] && open[(i + 1) % 8];
  } else {
    // a corner counts only between two open sides
    for (let i = 1; i < 8; i += 2) joined[i] &&= open[i - 1] && open[(i + 1) % 8];
  }
  if (joined.every(Boolean)) return 1;
  return joined.filter((yes, i) => yes && !joined[(i + 7) % 8]).length;
}
