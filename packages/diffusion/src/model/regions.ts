// Regions: the components of the open cells, between which scent can pass, by union-find that is
// kept up to date as single cells open and close. layer-state.ts asks for what goals reach,
// src/steering/cuts.ts for sizes. With corner rule 'always' diagonal steps past obstacles connect
// cells. Any other rule allows a diagonal step only beside an open cell, which connects both cells
// anyway. So there the components are those of 4 neighbours.

import { NONE } from '@wayfield/graph';

export interface Regions {
  /** Open cells of the map. */
  readonly openCells: number;
  /**
   * Grows when a region may have fallen apart, or may have got another number. Then what was known
   * of regions by their numbers is out of date.
   */
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
  const grid: OpenGrid = { width, height, neighbours, terrain };
  const forest = createForest(width * height);
  const { size, find } = forest;
  let openCells = 0;
  let splits = 0;
  let stale = true;

  function ensure(): void {
    if (!stale) return;
    stale = false;
    openCells = buildForest(forest, grid);
  }

  function closed(cell: number): void {
    // if the open cells around it stay connected among themselves, the region stays whole
    if (groupsAround(openAround(grid, cell), neighbours) > 1) {
      splits++;
      stale = true;
      return;
    }
    openCells--;
    size[find(cell)]--;
  }

  function opened(cell: number): void {
    if (forest.parent[cell] !== cell || size[cell] > 0) {
      // The cell was closed since the last build, so it is still in the union-find tree of its old
      // region, perhaps as the root. Then a build may give that region another number.
      splits++;
      stale = true;
      return;
    }
    openCells++;
    size[cell] = 1;
    const open = openAround(grid, cell);
    for (const [i, [dx, dy]] of RING.entries()) {
      if (open[i] && (neighbours === 8 || dx === 0 || dy === 0)) {
        forest.join(find(cell), find(cell + dy * width + dx));
      }
    }
  }

  return {
    get openCells() {
      ensure();
      return openCells;
    },
    get splits() {
      return splits;
    },
    of(cell) {
      ensure();
      return terrain[cell] === 0 ? NONE : find(cell);
    },
    sizeOf(region) {
      return region === NONE ? 0 : size[find(region)];
    },
    changed(cell) {
      if (stale) return;
      if (terrain[cell] === 0) closed(cell);
      else opened(cell);
    },
  };
}

interface OpenGrid {
  readonly width: number;
  readonly height: number;
  readonly neighbours: 4 | 8;
  readonly terrain: Float32Array;
}

/** Union-find over cells. */
interface Forest {
  readonly parent: Uint32Array;
  /** Of roots: the cells of the region. */
  readonly size: Uint32Array;
  /** The root of a cell's region. */
  find(cell: number): number;
  /** Joins the regions of two roots; the lower one becomes the root of both and is returned. */
  join(a: number, b: number): number;
}

function createForest(cells: number): Forest {
  const parent = new Uint32Array(cells);
  const size = new Uint32Array(cells);
  return {
    parent,
    size,
    find(cell) {
      let v = cell;
      while (parent[v] !== v) v = parent[v] = parent[parent[v]];
      return v;
    },
    join(a, b) {
      if (a === b) return a;
      const low = Math.min(a, b);
      const high = Math.max(a, b);
      parent[high] = low;
      size[low] += size[high];
      return low;
    },
  };
}

/**
 * Builds all regions; returns the number of open cells. Runs of open cells in a row point at their
 * first cell. A run joins a run above it once.
 */
function buildForest(
  { parent, size, find, join }: Forest,
  { width, height, neighbours, terrain }: OpenGrid,
): number {
  let openCells = 0;
  for (let y = 0, v = 0; y < height; y++) {
    const first = v;
    const last = first + width - 1;
    // the root of the run that ends at cell v - 1 (NONE: that cell is blocked), and whether the
    // cell above v - 1 is open, so that the run has joined it
    let root = NONE;
    let joinedAbove = false;
    for (; v <= last; v++) {
      parent[v] = v;
      size[v] = 0;
      if (terrain[v] === 0) {
        root = NONE;
        joinedAbove = false;
        continue;
      }
      openCells++;
      size[v] = 1;
      const begins = root === NONE;
      root = begins ? v : join(root, v);
      if (y === 0) continue;
      const openAbove = terrain[v - width] !== 0;
      if (openAbove && !joinedAbove) root = join(root, find(v - width));
      if (!openAbove && neighbours === 8) {
        const left = begins && v > first && terrain[v - width - 1] !== 0;
        const right = v < last && terrain[v - width + 1] !== 0;
        if (left) root = join(root, find(v - width - 1));
        if (right) root = join(root, find(v - width + 1));
      }
      joinedAbove = openAbove;
    }
  }
  return openCells;
}

/** Whether each cell of the ring around a cell is open. */
function openAround({ width, height, terrain }: OpenGrid, cell: number): boolean[] {
  const x = cell % width;
  const y = (cell - x) / width;
  return RING.map(([dx, dy]) => {
    const toX = x + dx;
    const toY = y + dy;
    const inside = toX >= 0 && toX < width && toY >= 0 && toY < height;
    return inside && terrain[toY * width + toX] !== 0;
  });
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

/**
 * Into how many groups the open neighbours of a cell fall without the cell, by its ring alone.
 * `open` has the cells of RING: sides at even places, corners at odd ones.
 */
function groupsAround(open: readonly boolean[], neighbours: 4 | 8): number {
  const joined = open.slice();
  if (neighbours === 8) {
    // two open sides are neighbours of each other, also beside a closed corner
    for (let i = 1; i < 8; i += 2) joined[i] ||= open[i - 1] && open[(i + 1) % 8];
  } else {
    // a corner is no neighbour of the cell: it only connects two open sides
    for (let i = 1; i < 8; i += 2) joined[i] &&= open[i - 1] && open[(i + 1) % 8];
  }
  if (joined.every(Boolean)) return 1;
  return joined.filter((yes, i) => yes && !joined[(i + 7) % 8]).length;
}
