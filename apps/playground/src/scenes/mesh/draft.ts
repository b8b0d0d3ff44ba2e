// An obstacle in the making: an outline drawn in one go, or corners that are clicked one after the
// other.
import type { ScenePointer } from '../scene.ts';

/**
 * Pixels of the page: a pointer that moves less is a click; a click so near the first corner
 * closes.
 */
const CLICK = 6;
const FINGER = 14;
/** Pixels that an outline drawn by hand may be off after it is simplified. */
const ROUGH = 2.5;

type Point = readonly [x: number, y: number];

export interface Draft {
  /** Corners that stand, and where the pointer is. */
  readonly corners: readonly Point[];
  /** x0, y0, x1, y1 of each piece that is there. */
  pieces(): number[];
  /** Takes a pointer; returns the corners, x, y, …, of an outline that it closes. */
  take(pointer: ScenePointer): number[] | undefined;
  /** Closes the outline as it is; undefined where it has fewer than three corners. */
  close(): number[] | undefined;
  /** Takes the last corner back; false where there is none. */
  back(): boolean;
  clear(): void;
}

export function createDraft(): Draft {
  let corners: Point[] = [];
  let stroke: Point[] = [];
  let at: Point | undefined;
  let isDown = false;

  function close(): number[] | undefined {
    if (corners.length < 3) return undefined;
    const ring = corners.flat();
    clear();
    return ring;
  }
  function clear(): void {
    corners = [];
    stroke = [];
    at = undefined;
  }
  const far = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

  function down(here: Point, unit: number): number[] | undefined {
    isDown = true;
    stroke = [here];
    if (corners.length >= 3 && far(here, corners[0]) < FINGER * unit) {
      stroke = [];
      return close();
    }
    return undefined;
  }

  function up(here: Point, unit: number): number[] | undefined {
    isDown = false;
    const [first] = stroke;
    if (!first) return undefined;
    const isStroke = stroke.some((point) => far(point, first) > CLICK * unit);
    if (!isStroke) {
      corners.push(first);
      stroke = [];
      return undefined;
    }
    const isWhole = corners.length === 0;
    corners.push(...simplify([...stroke, here], ROUGH * unit));
    stroke = [];
    // drawn from nothing, it is done when the pointer is lifted
    return isWhole ? (close() ?? []) : undefined;
  }

  return {
    get corners() {
      return corners;
    },
    pieces() {
      const line = [...corners, ...stroke];
      if (at && !isDown && corners.length > 0) line.push(at);
      return line.slice(1).flatMap((point, i) => [...line[i], ...point]);
    },
    take({ phase, x, y, unit }) {
      const here: Point = [x, y];
      at = here;
      if (phase === 'down') return down(here, unit);
      if (phase === 'up') {
        const ring = up(here, unit);
        if (ring?.length === 0) clear();
        return ring?.length ? ring : undefined;
      }
      if (isDown && stroke.length > 0 && far(here, stroke[stroke.length - 1]) > unit)
        stroke.push(here);
      return undefined;
    },
    close,
    back: () => corners.pop() !== undefined,
    clear,
  };
}

/** The corners of a line that it cannot do without (Douglas and Peucker 1973). */
function simplify(line: readonly Point[], tolerance: number): Point[] {
  const kept = new Set([0, line.length - 1]);
  const stack = [[0, line.length - 1]];
  for (let pair = stack.pop(); pair; pair = stack.pop()) {
    const [from, to] = pair;
    const [[ax, ay], [bx, by]] = [line[from], line[to]];
    const length = Math.hypot(bx - ax, by - ay);
    let most = tolerance;
    let best = -1;
    for (let i = from + 1; i < to; i++) {
      const [x, y] = line[i];
      const off =
        length > 0
          ? Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
          : Math.hypot(x - ax, y - ay);
      if (off > most) [most, best] = [off, i];
    }
    if (best < 0) continue;
    kept.add(best);
    stack.push([from, best], [best, to]);
  }
  return line.filter((_, i) => kept.has(i));
}
