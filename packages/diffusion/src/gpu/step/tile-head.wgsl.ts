// How the kernels of a tile with workgroup memory (blocks, tilted) begin: how many steps there are,
// whether there is anything to do, and where the block of an invocation lies. In the scope of each
// text: `lane`, `layer`, `tileX`, `tileY`, `tile`, `tiles`, and the workgroup variables `told` and
// `gathered`.

/**
 * `steps` of this dispatch; the kernel ends where there are none. Needs `recordWgsl`, and
 * `openDispatchWgsl` for 'front'.
 */
export const STEPS_OF_DISPATCH = /* wgsl */ `
#if host
  let steps = params.steps;
#else
#if front
  if (lane == 0u) { told = openDispatch(layer, tileX + tileY == 0u); }
#else
  if (lane == 0u) {
    told = select(params.steps, 0u, atomicLoad(&control[record(layer, 0u)]) == DONE);
  }
#end
  // uniform: the steps contain barriers
  let steps = workgroupUniformLoad(&told);
  if (steps == 0u) { return; }
#end`;

/**
 * `gathered`: the flags of the tile and of its eight neighbours before the dispatch, and whether
 * the tile has scent in the field that is written over.
 */
export const FLAGS_AROUND = /* wgsl */ `
  // A tile is skipped if neither the tile nor its eight neighbours have scent, and if the tile has
  // none in the field that would be written over.
  let flagsBefore = (params.phase & 1u) * params.layers * tiles;
  let flagsAfter = params.layers * tiles - flagsBefore;
  if (lane < 9u) {
    let x = tileX + lane % 3u - 1u;
    let y = tileY + lane / 3u - 1u;
    if (x < params.tilesX && y < params.tilesY) {
      atomicOr(&gathered, flags[flagsBefore + layer * tiles + y * params.tilesX + x] & 5u);
    }
    if (lane == 4u) { atomicOr(&gathered, flags[flagsAfter + tile] & 1u); }
  }
  workgroupBarrier();`;

/** Ends a tile without scent nearby; `nearby` is what was gathered. Its flag stays the same. */
export const QUIET_TILE = /* wgsl */ `
  if ((nearby & 1u) == 0u) {
    if (lane == 0u) {
      let flag = flags[flagsBefore + tile];
      flags[flagsAfter + tile] = flag;
#if front
      if ((flag & 2u) != 0u) { reportMissing(layer, 0xffffffffu); }
#end
    }
    return;
  }`;

/** Where the block of the invocation begins: column `x4` in fours, row `y0`; the layer's planes. */
export const BLOCK_PLACE = /* wgsl */ `
  let cx = lane % LX;
  let cy = lane / LX;
  // in u32, columns left of 0 lie beyond the pitch and rows above 0 beyond the height
  let x4 = tileX * (TILE_WIDTH / 4u) + cx - HALO_X / 4u;
  let y0 = tileY * TILE_HEIGHT + cy * ROWS - STEPS;
  let base = layer * params.pitch * params.height;
  let plane = planeOf(layer) * params.pitch * params.height;`;

/**
 * The bits of goals of the block's rows, `g0` and so on, together `goals`; with border 'clamp', at
 * which side of the map its cells lie.
 */
export const BLOCK_GOALS = /* wgsl */ `
  // most tiles have no goals near them
  if ((nearby & 4u) != 0u) {
#each rows
    g{word} |= select(0u, ((masks[word{k}] >> maskShift) & 15u) << {shift}u, in{k});
#end
  }
  let goals = {allGoals};
#if clamp
  let atLeft = vec4<bool>(x4 == 0u, false, false, false);
  let atRight = vec4u(4u * x4) + vec4u(1u, 2u, 3u, 4u) == vec4u(params.width);
#end`;

/** Keeps the bits of cells that this tile stores: what other cells lack, their own tiles report. */
export const STORED_CARES = /* wgsl */ `
#if front
#each rows
  if (!stored || cy * ROWS + {k}u - STEPS >= TILE_HEIGHT) { c{word} &= ~{bits}u; }
#end
#end`;

/** Stores the tile's flag and, for 'front', what cells lack. Ends the kernel. */
export const TILE_FLAG = /* wgsl */ `
#if front
    let bits = atomicLoad(&missing);
    if (bits != 0u) {
      reportMissing(layer, bits);
      flag |= select(0u, 2u, (bits & (1u << (steps - 1u))) != 0u);
    }
#end
    flags[flagsAfter + tile] = flag;
  }
}
`;
