import { parseMovingAiMap } from '@wayfield/graph/formats';
import type { ProblemOptions } from './problem.ts';

/** Factors of cells, 0 = wall. */
export interface CostMap {
  readonly width: number;
  readonly height: number;
  readonly cost: Float32Array;
  /** The map in words, as in 'through rooms on 64 × 40 cells'. */
  readonly words: string;
}

const SIZES = { small: [64, 40], medium: [320, 200], large: [1280, 800] } as const;

/** The map of the file, else one that is made up. Throws RangeError where nothing in it is open. */
export function costMap(
  { size, file }: ProblemOptions,
  what: string,
  make: (width: number, height: number) => { readonly cost: Float32Array },
): CostMap {
  const inWords = (width: number, height: number): string =>
    `${file ? file.name : what}, ${width} × ${height} cells`;
  if (!file) {
    const [width, height] = SIZES[size];
    return { width, height, cost: make(width, height).cost, words: inWords(width, height) };
  }
  const { width, height, cost } = parseMovingAiMap(new TextDecoder().decode(file.bytes));
  if (!cost.some((factor) => factor > 0)) throw new RangeError('this map has no open cell');
  return { width, height, cost, words: inWords(width, height) };
}
