import { list, number, refuse, refuseNumber, typed } from '@wayfield/check';
import { checkColumn, countRows, type Numbers } from '../surface/batch.ts';

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

/** Calls for many places, lines or links. `out` of an earlier call is filled again. */
export interface AreaBatches {
  /** `areaAt` of each place. */
  areaAtAll(rows: AreaRows, out?: Uint32Array): Uint32Array;
  /** `costOf` of each line. */
  costOfAll(rows: LineRows, out?: Float64Array): Float64Array;
  /** `isOpen` of each link, in their order, or of those that `links` names: 1 or 0. */
  isOpenAll(links?: ArrayLike<number>, out?: Uint8Array): Uint8Array;
}

/** Calls for places, lines and links. */
export interface PlaceCalls extends AreaBatches {
  /**
   * The cost of the straight line between two places, over all areas; Infinity where it leaves the
   * mesh or enters a closed area.
   */
  costOf(ax: number, ay: number, bx: number, by: number): number;
  /** The number of the area at a place, 0 outside all areas; obstacles are not looked at. */
  areaAt(x: number, y: number): number;
  /** Whether both ends of a link lie on the mesh, outside closed areas. */
  isOpen(link: number): boolean;
}

const finite = /* @__PURE__ */ number();
const words = /* @__PURE__ */ typed(Uint32Array);
const floats = /* @__PURE__ */ typed(Float64Array);
const bytes = /* @__PURE__ */ typed(Uint8Array);

/** The calls of `PlaceCalls` without checks of arguments. */
export interface PlaceAnswers {
  readonly links: number;
  areaAt(x: number, y: number): number;
  costOf(ax: number, ay: number, bx: number, by: number): number;
  isOpen(link: number): boolean;
}

/** Checks columns of rows, and returns how many rows there are. */
function countOf<Rows extends AreaRows | LineRows>(rows: Rows, ...names: (keyof Rows)[]): number {
  const count = countRows(rows, rows?.[names[0]], String(names[0]));
  for (const name of names) checkColumn(rows, rows[name], count, String(name));
  return count;
}

export const countPlaces = (rows: AreaRows): number => countOf(rows, 'x', 'y');
export const countLines = (rows: LineRows): number => countOf(rows, 'ax', 'ay', 'bx', 'by');

/** Checks the numbers of links, all without any, and returns how many there are. */
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

/** The arrays for answers, checked where they are given. */
export const areasOut = (count: number, out?: Uint32Array): Uint32Array =>
  outOf(words, Uint32Array, count, out);
export const costsOut = (count: number, out?: Float64Array): Float64Array =>
  outOf(floats, Float64Array, count, out);
export const openOut = (count: number, out?: Uint8Array): Uint8Array =>
  outOf(bytes, Uint8Array, count, out);

/** `enter` is called first by each call: it takes over what has changed. */
export function placeCalls(answers: PlaceAnswers, enter: () => void): PlaceCalls {
  return {
    areaAt(x, y) {
      enter();
      finite(x, 'x');
      finite(y, 'y');
      return answers.areaAt(x, y);
    },
    costOf(ax, ay, bx, by) {
      enter();
      for (const [name, value] of Object.entries({ ax, ay, bx, by })) finite(value, name);
      return answers.costOf(ax, ay, bx, by);
    },
    isOpen(link) {
      enter();
      checkLink(link, 'link', answers.links);
      return answers.isOpen(link);
    },
    areaAtAll(rows, out) {
      enter();
      const count = countPlaces(rows);
      const to = areasOut(count, out);
      for (let i = 0; i < count; i++) to[i] = answers.areaAt(rows.x[i], rows.y[i]);
      return to;
    },
    costOfAll(rows, out) {
      enter();
      const count = countLines(rows);
      const to = costsOut(count, out);
      const { ax, ay, bx, by } = rows;
      for (let i = 0; i < count; i++) to[i] = answers.costOf(ax[i], ay[i], bx[i], by[i]);
      return to;
    },
    isOpenAll(links, out) {
      enter();
      const count = countLinks(links, answers.links);
      const to = openOut(count, out);
      for (let i = 0; i < count; i++) to[i] = Number(answers.isOpen(links ? links[i] : i));
      return to;
    },
  };
}
