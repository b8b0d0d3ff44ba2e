// What the texts of all step kernels depend on.
import { hasCornerRule } from '../memory/corners.wgsl.ts';
import type { Values } from '../template.ts';

/** What the text of a step kernel depends on. Everything else of a model is a parameter. */
export interface StepVariant {
  readonly neighbours: 4 | 8;
  /**
   * The corner rule: src/model/corners.ts. Only blocks and careful have rules that close corners.
   */
  readonly beside: number;
  /** Rule 'heat': the cell's own value counts too. */
  readonly centre: boolean;
  readonly border: 'zero' | 'clamp';
  /** 'flush': f32, and values below 2^-126 become 0. */
  readonly precision: 'f32' | 'flush' | 'log';
  /** Fields are half floats between dispatches; blocks only, not 'log', counted by the host. */
  readonly half: boolean;
  /**
   * What decides how many steps a dispatch does. 'host': the parameters. 'front': the device, until
   * no cell that a goal reaches is 0. 'residual': the parameters, until the device finds the layer
   * done.
   */
  readonly counted: 'host' | 'front' | 'residual';
}

/** The flags and values that the templates of all step kernels ask for. */
export function variantValues(variant: StepVariant): Values {
  return {
    ...variant,
    eight: variant.neighbours === 8,
    ruled: hasCornerRule(variant.beside),
    clamp: variant.border === 'clamp',
    log: variant.precision === 'log',
    flush: variant.precision === 'flush',
    front: variant.counted === 'front',
    residual: variant.counted === 'residual',
    host: variant.counted === 'host',
  };
}

/**
 * Rows of a block, as `#each rows` of a template takes them. `{k}`: the row. `{below}`: the name of
 * the row under it, `down` for the last. Bits of 8 rows share a word, 4 to a row: the word is
 * number `{word}`, the row's bits begin at bit `{shift}` and have the mask `{bits}`.
 */
export function blockRows(rows: number): readonly (Values & { readonly k: number })[] {
  return Array.from({ length: rows }, (_, k) => ({
    k,
    below: k + 1 < rows ? `v${k + 1}` : 'down',
    word: k >> 3,
    shift: 4 * (k & 7),
    bits: (15 << (4 * (k & 7))) >>> 0,
  }));
}

/**
 * Words of goal bits of a block with this number of rows, as `#each words` of a template takes
 * them.
 */
export function blockWords(rows: number): readonly { readonly w: number }[] {
  return Array.from({ length: Math.ceil(rows / 8) }, (_, w) => ({ w }));
}
