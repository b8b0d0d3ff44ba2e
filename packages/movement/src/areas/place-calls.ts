// Calls for places, lines and links, one or many. create-area-search.ts makes them; area-pool.ts
// uses the checks of rows.

import { list, number, refuse, refuseNumber, typed } from '@wayfield/check';
import { type Column, createColumn } from '../corridors/column.ts';
import type { Walks } from '../corridors/walks.ts';
import type { Kernels } from '../walks.gen.ts';
import type { Numbers } from '@wayfield/surface';
import { checkColumn, countRows } from '@wayfield/surface/internal/rows';

/** Places, one per row. */
export interface AreaRows {
  readonly x: Numbers;
  readonly y: Numbers;
  /** The number of rows, where arrays are longer. Default: the length of all arrays. */
  readonly count?: number | undefined;
}

/** Straight lines, one per row. */
export interface LineRows {
  readonly ax: Numbers;
  readonly ay: Numbers;
  readonly bx: Numbers;
  readonly by: Numbers;
  /** The number of rows, where arrays are longer. Default: the length of all arrays. */
  readonly count?: number | undefined;
}

/** Calls for many places, lines or links. `out`, if given, is filled and returned. */
export interface AreaBatches {
  /** `areaAt` of each place. */
  areaAtAll(rows: AreaRows, out?: Uint32Array): Uint32Array;
  /** `costOf` of each line. */
  costOfAll(rows: LineRows, out?: Float64Array): Float64Array;
  /** `isOpen` as 1 or 0: of every link, or of the links whose numbers `links` lists. */
  isOpenAll(links?: ArrayLike<number>, out?: Uint8Array): Uint8Array;
}

/** Calls for places, lines and links. */
export interface PlaceCalls extends AreaBatches {
  /**
   * The cost of the straight line between two places, over all areas; Infinity where it leaves the
   * mesh or enters a closed area.
   */
  costOf(ax: number, ay: number, bx: number, by: number): number;
  /** The number of the area at a place, 0 outside all areas; also inside obstacles. */
  areaAt(x: number, y: number): number;
  /** Whether both ends of a link lie on the mesh, outside closed areas. */
  isOpen(link: number): boolean;
}

const finite = /* @__PURE__ */ number();
const words = /* @__PURE__ */ typed(Uint32Array);
const floats = /* @__PURE__ */ typed(Float64Array);
const bytes = /* @__PURE__ */ typed(Uint8Array);

/** Checks columns of rows, and returns how many rows there are. */
function countOf<Rows extends AreaRows | LineRows>(rows: Rows, ...names: (keyof Rows)[]): number {
  const count = countRows(rows, rows?.[names[0]], String(names[0]));
  for (const name of names) checkColumn(rows, rows[name], count, String(name));
  return count;
}

export const countPlaces = (rows: AreaRows): number => countOf(rows, 'x', 'y');
export const countLines = (rows: LineRows): number => countOf(rows, 'ax', 'ay', 'bx', 'by');

/** Checks numbers of links, and returns how many there are: `all` if `links` is undefined. */
export function countLinks(links: ArrayLike<number> | undefined, all: number): number {
  if (links === undefined) return all;
  list(links, 'links');
  for (let i = 0; i < links.length; i++) checkLink(links[i], `links[${i}]`, all);
  return links.length;
}

function checkLink(link: number, name: string, all: number): void {
  if (!(Number.isInteger(link) && link >= 0 && link < all))
    refuseNumber(name, link, `the number of one of ${all} links`);
}

type Answers = Uint32Array | Float64Array | Uint8Array;

function outOf<Out extends Answers>(
  rule: (out: Out, name: string) => void,
  make: new (count: number) => Out,
  count: number,
  out: Out | undefined,
): Out {
  if (out === undefined) return new make(count);
  rule(out, 'out');
  if (out.length < count) refuse('out.length', out.length, `at least ${count}`);
  return out;
}

/** The arrays for `count` answers: `out`, which is checked, or a new one. */
export const areasOut = (count: number, out?: Uint32Array): Uint32Array =>
  outOf(words, Uint32Array, count, out);
export const costsOut = (count: number, out?: Float64Array): Float64Array =>
  outOf(floats, Float64Array, count, out);
export const openOut = (count: number, out?: Uint8Array): Uint8Array =>
  outOf(bytes, Uint8Array, count, out);

/** Most rows per call of the kernels: 5 columns of 4 kB, which fit into the L1 cache. */
const BLOCK = 512;

/**
 * The calls of a search with `links` links, whose map is in the memory of `walks`. Each call begins
 * with `enter`, which takes over the changes of the mesh.
 */
export function placeCalls(walks: Walks<Kernels>, links: number, enter: () => void): PlaceCalls {
  const { kernels, doubles, opened } = walks;
  const { arena } = opened;
  const columns = Array.from({ length: 5 }, () => createColumn(opened, 8));
  const out = columns[4];

  /** Copies numbers `from` to `end` - 1 into a column, and returns its address. */
  function put(column: Column, values: Numbers, from: number, end: number): number {
    const at = column.reserve(BLOCK);
    doubles().set(values.subarray(from, end), at >>> 3);
    return at;
  }
  /** Visits all rows, a block at a time. */
  function inBlocks(count: number, visit: (from: number, end: number) => void): void {
    for (let from = 0; from < count; from += BLOCK) visit(from, Math.min(count, from + BLOCK));
  }

  return {
    areaAt(x, y) {
      enter();
      finite(x, 'x');
      finite(y, 'y');
      return kernels.areaAt(x, y);
    },
    costOf(ax, ay, bx, by) {
      enter();
      for (const [name, value] of Object.entries({ ax, ay, bx, by })) finite(value, name);
      return kernels.lineCost(ax, ay, bx, by);
    },
    isOpen(link) {
      enter();
      checkLink(link, 'link', links);
      return kernels.isOpen(link) === 1;
    },
    areaAtAll(rows, answers) {
      enter();
      const count = countPlaces(rows);
      const to = areasOut(count, answers);
      inBlocks(count, (from, end) => {
        const x = put(columns[0], rows.x, from, end);
        const y = put(columns[1], rows.y, from, end);
        const at = out.reserve(BLOCK);
        kernels.areaRows(end - from, x, y, at);
        to.set(arena.words().subarray(at >>> 2, (at >>> 2) + end - from), from);
      });
      return to;
    },
    costOfAll(rows, answers) {
      enter();
      const count = countLines(rows);
      const to = costsOut(count, answers);
      const given = [rows.ax, rows.ay, rows.bx, rows.by];
      inBlocks(count, (from, end) => {
        const [ax, ay, bx, by] = given.map((values, i) => put(columns[i], values, from, end));
        const at = out.reserve(BLOCK);
        kernels.costRows(end - from, ax, ay, bx, by, at);
        to.set(doubles().subarray(at >>> 3, (at >>> 3) + end - from), from);
      });
      return to;
    },
    isOpenAll(chosen, answers) {
      enter();
      const count = countLinks(chosen, links);
      const to = openOut(count, answers);
      inBlocks(count, (from, end) => {
        const numbers = columns[0].reserve(BLOCK);
        const at = out.reserve(BLOCK);
        const numberWords = arena.words();
        for (let i = from; i < end; i++)
          numberWords[(numbers >>> 2) + i - from] = chosen ? chosen[i] : i;
        kernels.openRows(end - from, numbers, at);
        to.set(arena.bytes().subarray(at, at + end - from), from);
      });
      return to;
    },
  };
}
