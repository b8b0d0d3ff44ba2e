import type { Grid } from '../types/data.ts';
import { checkPicture, type GridPicture } from './grid-picture.ts';

/** Marks as letters. */
const LETTERS = { blocked: 'X', start: 'S', goal: 'G' } as const;
const PATH_LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * A grid as text, a line per row and a character per cell: '.' open, '@' blocked, '2' to '9' a
 * factor, '+' any other factor; 'a', 'b', … the cells of each path and those nearest to the lines
 * between them; 'S' start, 'G' goal, 'X' a cell with the mark `blocked`. For tests and terminals.
 * Throws as `gridPixels`; `size` and `values` are not used.
 *
 * @example
 * const small = buildGrid({ width: 5, height: 1, blocked: [0, 0, 0, 0, 1] });
 * const path = createWasmSolver(small).route(0, 2).path;
 * console.log(gridText(small, { paths: [path] })); // aaa.@
 */
export function gridText(grid: Grid, picture: GridPicture = {}): string {
  checkPicture('gridText', grid, picture);
  const { width, height, cost } = grid;
  const letters = Array.from(cost, (factor) => {
    if (factor === 0) return '@';
    if (factor === 1) return '.';
    return factor >= 2 && factor <= 9 && Number.isInteger(factor) ? `${factor}` : '+';
  });
  (picture.paths ?? []).forEach((path, i) => {
    const letter = PATH_LETTERS[i % PATH_LETTERS.length];
    for (let k = 0; k < path.length; k++) {
      eachCell(width, path[Math.max(0, k - 1)], path[k], (cell) => (letters[cell] = letter));
    }
  });
  for (const mark of ['blocked', 'start', 'goal'] as const) {
    for (const cell of Array.from(picture.marks?.[mark] ?? [])) letters[cell] = LETTERS[mark];
  }
  const rows: string[] = [];
  for (let j = 0; j < height; j++) rows.push(letters.slice(j * width, (j + 1) * width).join(''));
  return rows.join('\n');
}

/** The cells nearest to the line between two cells, one per column or row of its longer side. */
function eachCell(width: number, from: number, to: number, visit: (cell: number) => void): void {
  const [ax, bx] = [from % width, to % width];
  const [ay, by] = [(from - ax) / width, (to - bx) / width];
  const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
  for (let s = 0; s <= steps; s++) {
    const share = steps > 0 ? s / steps : 0;
    visit(Math.round(ay + (by - ay) * share) * width + Math.round(ax + (bx - ax) * share));
  }
}
