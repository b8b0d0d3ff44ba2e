// How every kernel of a tile begins, whichever way it steps: how many steps, whether there is anything to do, and where
// the block of an invocation lies. In the scope of all: `lane`, `layer`, `tileX`, `tileY`, `tile`, `tiles`, and the
// variables of the workgroup `told` and `gathered`.
import type { StepVariant } from './step.wgsl.ts';
import { each, when } from './text.ts';

/** Keeps the product out of a fused multiply-add. */
export const apartWgsl: string = /* wgsl */ `
// keeps the product out of a fused multiply-add
fn apart(v: vec4f) -> vec4f { return bitcast<vec4f>(bitcast<vec4u>(v) | vec4u(params.nought)); }`;

/** `steps` of this dispatch; ends where there are none. Needs `recordWgsl`, and `openDispatchWgsl` for 'front'. */
export function stepsOfDispatchWgsl(counted: StepVariant['counted']): string {
  if (counted === 'host') return '  let steps = params.steps;';
  const told =
    counted === 'front'
      ? 'openDispatch(layer, tileX + tileY == 0u)'
      : 'select(params.steps, 0u, atomicLoad(&control[record(layer, 0u)]) == DONE)';
  return `  if (lane == 0u) { told = ${told}; }
  // uniform: the steps contain barriers
  let steps = workgroupUniformLoad(&told);
  if (steps == 0u) { return; }`;
}

/** `gathered`: the flags of the tile and those beside it before the dispatch, and whether there was scent after it. */
export const flagsAboutWgsl: string = /* wgsl */ `
  // no scent here or beside, nor where the result goes: there will be none
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

/** Ends where `nearby`, what was gathered, tells of no scent: `flags` stay. */
export const quietWgsl = (front: boolean): string => `  if ((nearby & 1u) == 0u) {
    if (lane == 0u) {
      let flag = flags[flagsBefore + tile];
      flags[flagsAfter + tile] = flag;
      ${when(front, 'if ((flag & 2u) != 0u) { reportMissing(layer, 0xffffffffu); }')}
    }
    return;
  }`;

/** Where the block of the invocation begins: column `x4` in fours, row `y0`; the layer's planes. */
export const blockPlaceWgsl: string = /* wgsl */ `
  let cx = lane % LX;
  let cy = lane / LX;
  // left of column 0 and above row 0 is far to the right and far below in u32
  let x4 = tileX * (TILE_WIDTH / 4u) + cx - HALO_X / 4u;
  let y0 = tileY * TILE_HEIGHT + cy * ROWS - STEPS;
  let base = layer * params.pitch * params.height;
  let plane = planeOf(layer) * params.pitch * params.height;`;

/** The bits of goals of the block's rows, `g0` and so on, together `goals`; at which borders its cells lie. */
export function goalsWgsl(border: StepVariant['border'], rows: number): string {
  const words = Array.from({ length: Math.ceil(rows / 8) }, (_, w) => `g${w}`);
  return `  // most tiles have no goals near them
  if ((nearby & 4u) != 0u) {
${each(rows, (k) => `    g${k >> 3} |= select(0u, ((masks[word${k}] >> maskShift) & 15u) << ${4 * (k & 7)}u, in${k});`)}
  }
  let goals = ${words.join(' | ')};
${when(
  border === 'clamp',
  `  let atLeft = vec4<bool>(x4 == 0u, false, false, false);
  let atRight = vec4u(4u * x4) + vec4u(1u, 2u, 3u, 4u) == vec4u(params.width);`,
)}`;
}
