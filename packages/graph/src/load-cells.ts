import { nextLine, quoted, textTo, wrong, type Lines } from './load-lines.ts';
import type { Grid } from './types.ts';

/** Reads `height` rows of `width` letters; their costs, which `costOf` says, or NaN or less than 0 for unknown ones. */
export function readCells(
  t: Lines,
  width: number,
  height: number,
  costOf: (letter: string) => number | undefined,
): Float32Array {
  const { length } = t.bytes;
  // a damaged size must not ask for all memory
  if (!(width > 0 && height > 0 && width * height < length)) {
    throw wrong(t, `${width} x ${height} cells in a file of ${length} bytes`);
  }
  const cost = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    if (!nextLine(t)) throw wrong(t, `the file ends after ${y} of ${height} rows`);
    const row = textTo(t);
    if (row.length !== width) throw wrong(t, `the row has ${row.length} cells, expected ${width}`);
    for (let x = 0; x < width; x++) {
      const c = Math.fround(costOf(row[x]) ?? NaN);
      if (!(c >= 0)) throw wrong(t, `unknown cell ${quoted(row[x])} in column ${x}`);
      cost[y * width + x] = c;
    }
  }
  return cost;
}

/** The text of a map, one line per row; `letterOf` writes a cell. */
export function writeCells(
  { width, height, cost }: Grid,
  separator: string,
  letterOf: (cost: number, cell: number) => string | undefined,
): string {
  let text = '';
  for (let cell = 0; cell < width * height; cell++) {
    const letter = letterOf(cost[cell], cell);
    if (!letter) throw new RangeError(`cost[${cell}] is ${cost[cell]}, which no letter stands for`);
    text += letter + ((cell + 1) % width ? separator : '\n');
  }
  return text;
}

/** The column and the row of a cell, as text. */
export function placeOf(cell: number, width: number, separator: string): string {
  return (cell % width) + separator + Math.floor(cell / width);
}
