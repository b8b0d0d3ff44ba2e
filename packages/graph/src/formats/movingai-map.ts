// The grid maps of the MovingAI benchmarks (Sturtevant, "Benchmarks for Grid-Based Pathfinding",
// 2012): a header of `type`, `height` and `width`, the word `map`, then one letter per cell.
import { MOVES, movesOf, aGrid } from '../check/kinds.ts';
import { checkOptions, number, object, refuse } from '@wayfield/check';
import { buildGrid, type GridOptions } from '../build/grid.ts';
import { readCells, writeCells } from './cells.ts';
import { endLine, fail, MAX_ID, nextLine, nextNumber, nextWord, openLines } from './lines.ts';
import type { Grid } from '../types/data.ts';

/** What the letters of a map stand for. */
export interface TerrainLetters {
  /**
   * Cost of each terrain letter, 0 = blocked; what you give adds to or replaces
   * `{ '.': 1, '@': 0, G: 1, S: 1, O: 0, T: 0, W: 0 }`. A letter is one sign, not a blank.
   */
  readonly terrain?: Readonly<Record<string, number>>;
}

/**
 * Options of `parseMovingAiMap`; those of `buildGrid` say how agents move, by default as in the
 * benchmark.
 */
export interface MovingAiMapOptions
  extends TerrainLetters, Pick<GridOptions, 'neighbours' | 'corners' | 'shared'> {}

const LETTERS = { terrain: object({}, 'an object of costs by letter') };
const RULES = { ...LETTERS, ...MOVES };
const aCost = number(-Infinity, Infinity);

/**
 * Reads a MovingAI `.map` file, with LF or CRLF line ends.
 *
 * Terrain is that of an agent on land: `.` and `G` are ground, `S` is swamp and open (the benchmark
 * lets it be entered from ground), `@`, `O` (out of bounds) and `T` (trees) are blocked. So is `W`:
 * the benchmark lets water be crossed but not entered from ground; `terrain: { W: 1, '.': 0, G: 0,
 * S: 0 }` gives the map of a ship.
 *
 * @throws RangeError with the number of the line: a row that is too short or long,
 * missing or left over, an unknown letter, a size of zero or beyond the file.
 */
export function parseMovingAiMap(
  data: string | Uint8Array,
  options: MovingAiMapOptions = {},
): Grid {
  const t = openLines(data, 'MovingAI map');
  checkOptions('parseMovingAiMap', options, RULES);
  const size: Record<string, number> = {};
  for (let key = ''; key !== 'map'; endLine(t)) {
    if (!nextLine(t, true)) fail(t, 'header', '', 'map');
    key = nextWord(t);
    if (key === 'type') nextWord(t);
    else if (key !== 'map') size[key] = nextNumber(t, key, 1, MAX_ID);
  }
  const terrain = terrainOf(options);
  const { width, height } = size;
  if (!(width && height)) fail(t, 'size', `${width}x${height}`, 'width and height');
  const cells = readCells(t, '', (letter) => terrain[letter], width, height);
  if (nextLine(t, true)) fail(t, 'row count', height + 1, height);
  return buildGrid({ ...movesOf(options), ...cells });
}

/**
 * The text of a MovingAI `.map` file. Each cell gets the first letter of its cost: `.` for 1, `@`
 * for 0; other costs need a letter of their own in `terrain`.
 *
 * @throws RangeError for a cost without a letter.
 */
export function writeMovingAiMap(grid: Grid, options: TerrainLetters = {}): string {
  aGrid(grid, 'grid');
  checkOptions('writeMovingAiMap', options, LETTERS);
  const terrain = terrainOf(options);
  const letters = Object.keys(terrain);
  const rows = writeCells(grid, '', (cost) =>
    letters.find((letter) => Math.fround(terrain[letter]) === cost),
  );
  return `type octile\nheight ${grid.height}\nwidth ${grid.width}\nmap\n${rows}`;
}

function terrainOf({ terrain }: TerrainLetters): Readonly<Record<string, number>> {
  for (const letter in terrain) {
    if (letter.length !== 1 || letter.trim() === '') {
      refuse('letter of terrain', letter, 'one sign, not a blank');
    }
    aCost(terrain[letter], `terrain['${letter}']`);
  }
  return { '.': 1, '@': 0, G: 1, S: 1, O: 0, T: 0, W: 0, ...terrain };
}
