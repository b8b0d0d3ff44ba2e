// The stencil's sum (src/types.ts) of four cells beside each other, for the kernels that work in
// plain f32: blocks, tilted and strips. In their scope `west` and `east` are the columns (8
// neighbours) or cells (4) beside the four cells, and `ends` is above + below.
import type { StepVariant } from './variant.ts';

/** How a kernel calls what it adds up. */
export interface SumNames {
  /** The four cells. */
  readonly mid: string;
  /** The cells above and below them, for border 'clamp'. */
  readonly above: string;
  readonly below: string;
  /** Conditions for the first and the last row of the map, for border 'clamp'. */
  readonly firstRow: string;
  readonly lastRow: string;
  readonly factor: string;
}

/** The new values of the four cells: the stencil's sum (src/types.ts), times the factor. */
export function sumWgsl(variant: StepVariant, names: SumNames): string {
  const clamp = variant.border === 'clamp';
  const { mid, above, below, firstRow, lastRow, factor } = names;
  const west = clamp ? `select(west, ${mid}, atLeft)` : 'west';
  const east = clamp ? `select(east, ${mid}, atRight)` : 'east';
  const ends = clamp
    ? `(select(${above}, ${mid}, ${firstRow}) + select(${below}, ${mid}, ${lastRow}))`
    : 'ends';
  const own = variant.centre ? ` + apart(params.centre * ${mid})` : '';
  return `(((${west} + ${east}) + ${ends})${own}) * ${factor}`;
}

/** Keeps a product out of a fused multiply-add, which would round once instead of twice. */
export const apartWgsl: string = /* wgsl */ `
// keeps the product out of a fused multiply-add
fn apart(v: vec4f) -> vec4f { return bitcast<vec4f>(bitcast<vec4u>(v) | vec4u(params.nought)); }`;
