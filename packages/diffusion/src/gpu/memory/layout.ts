// Where cells are in the buffers of the device; the picture of it is in params.wgsl.ts.
import type { DiffusionMap } from '../../types.ts';

export interface FieldLayout {
  /** Vectors of 4 cells in a row. */
  readonly pitch: number;
  /** Words of a bit mask in a row, and of a whole mask. */
  readonly maskPitch: number;
  readonly maskWords: number;
  /** Words of a plane of factors. */
  readonly planeWords: number;
  /** Whether a field has two half floats to a word. */
  readonly half: boolean;
  /** Whether a field has two words to a cell, m and k (precision 'log'). */
  readonly log: boolean;
  /** Words of a layer of a field. */
  readonly layerWords: number;
  /**
   * Word of a cell's value; in precision 'log' the word of its m, and k lies four words later. In
   * storage 'f16': the number of the half, two to a word.
   */
  wordOf(layer: number, cell: number): number;
  /** Word of a cell's factor. */
  factorOf(plane: number, cell: number): number;
  /** Word of a cell within a mask, and number of its bit. */
  bitOf(cell: number): readonly [word: number, bit: number];
}

export function fieldLayout(
  { width, height }: DiffusionMap,
  precision: 'f32' | 'log' | 'f16',
): FieldLayout {
  const pitch = Math.ceil(width / 4);
  const maskPitch = Math.ceil(width / 32);
  const planeWords = 4 * pitch * height;
  const half = precision === 'f16';
  const layerWords = planeWords * (precision === 'log' ? 2 : half ? 0.5 : 1);
  const inPlane = (cell: number): number => {
    const x = cell % width;
    return ((cell - x) / width) * 4 * pitch + x;
  };
  return {
    pitch,
    maskPitch,
    maskWords: maskPitch * height,
    planeWords,
    layerWords,
    half,
    log: precision === 'log',
    wordOf(layer, cell) {
      const at = inPlane(cell);
      // k follows the m of its 4 cells
      return (
        layer * (half ? planeWords : layerWords) + (precision === 'log' ? 2 * at - (at & 3) : at)
      );
    },
    factorOf: (plane, cell) => plane * planeWords + inPlane(cell),
    bitOf(cell) {
      const x = cell % width;
      return [((cell - x) / width) * maskPitch + (x >> 5), x & 31];
    },
  };
}
