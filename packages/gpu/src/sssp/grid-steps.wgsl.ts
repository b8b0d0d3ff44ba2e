// The steps of a grid, for the kernels of the tree solver. Directions: 0 E, 1 W, 2 S, 3 N, 4 SE, 5
// SW, 6 NE, 7 NW, y growing downwards. Cells are stored tile by tile, rows of a tile one after
// another.

/** Geometry. Needs the parameters of rounds.wgsl.ts. */
export const gridWgsl = /* wgsl */ `
override TILE_WIDTH: u32;
override TILE_HEIGHT: u32;

// two bits per direction: the step's x and y, plus 1
fn stepX(d: u32) -> i32 { return i32((0x2252u >> (2u * d)) & 3u) - 1; }
fn stepY(d: u32) -> i32 { return i32((0x0a25u >> (2u * d)) & 3u) - 1; }

fn slotOf(x: u32, y: u32) -> u32 {
  let tile = y / TILE_HEIGHT * params.tilesX + x / TILE_WIDTH;
  return (tile * TILE_HEIGHT + y % TILE_HEIGHT) * TILE_WIDTH + x % TILE_WIDTH;
}

// one byte per slot: bit d is set where the step in direction d is legal
@group(0) @binding(6) var<storage, read> moves: array<u32>;

fn movesOf(slot: u32) -> u32 { return (moves[slot / 4u] >> (8u * (slot & 3u))) & 0xffu; }
`;

/** Uniform grids: every step costs its length, in ticks. */
export const uniformStepsWgsl = /* wgsl */ `
fn stepInto(slot: u32) -> vec2u { return vec2u(params.straight, params.diagonal); }

fn plus(d: u32, step: u32) -> u32 { return d + step; }

/** Whether two labels, counted modulo the window, differ by the step. */
fn fits(begin: u32, step: u32, to: u32) -> bool {
  let sum = begin + step;
  return select(sum, sum - params.window, sum >= params.window) == to;
}

/**
 * Always true. Labels are counted modulo the window, so a tail may have the larger label. All steps
 * are > 0, so tight steps close no cycle.
 */
fn comesBefore(begin: u32, to: u32) -> bool { return true; }
`;

/** Weighted grids: entering a cell costs its factor, diagonally its factor times the root of 2. */
export const weightedStepsWgsl = /* wgsl */ `
// bits of the straight and of the diagonal step into each slot, as the host rounded them
@group(0) @binding(7) var<storage, read> steps: array<vec2u>;

fn stepInto(slot: u32) -> vec2u { return steps[slot]; }

fn plus(d: u32, step: u32) -> u32 {
  return bitcast<u32>(bitcast<f32>(d) + bitcast<f32>(step));
}

fn fits(begin: u32, step: u32, to: u32) -> bool { return plus(begin, step) == to; }

/** Only from a smaller label: tight steps between equal labels (rounding) could close a cycle. */
fn comesBefore(begin: u32, to: u32) -> bool { return begin < to; }
`;
