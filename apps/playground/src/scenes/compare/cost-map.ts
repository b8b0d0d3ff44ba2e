import { parseMovingAiMap } from '@wayfield/graph/formats';
import type { ProblemOptions } from './problem.ts';

/** A map of cost factors; 0 = blocked. */
export interface CostMap {
  readonly width: number;
  readonly height: number;
  readonly cost: Float32Array;
  /** The map in words, such as 'through rooms on 64 × 40 cells'. */
  readonly words: string;
}

const SIZES = { small: [64, 40], medium: [320, 200], large: [1280, 800] } as const;

/** The map of the file, else a made-up one. Throws a RangeError if no cell is open. */
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
