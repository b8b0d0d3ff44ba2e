// The outline of a new obstacle, which is drawn in one stroke or by clicks on its corners.
import type { ScenePointer } from '../scene.ts';

/**
 * Pixels of the page. A pointer that moves less than `CLICK` clicks. A click within `FINGER` of the
 * first corner closes the outline.
 */
const CLICK = 6;
const FINGER = 14;
/** Pixels by which simplifying may move an outline that is drawn in one stroke. */
const ROUGH = 2.5;

type Point = readonly [x: number, y: number];

export interface Draft {
  /** The corners so far, and the place of the pointer. */
  readonly corners: readonly Point[];
  /** x0, y0, x1, y1 of each piece of the outline so far. */
  pieces(): number[];
  /** Takes a pointer. If the pointer closes the outline, returns its corners x, y, … */
  take(pointer: ScenePointer): number[] | undefined;
  /** Closes the outline and returns it; undefined if it has fewer than three corners. */
  close(): number[] | undefined;
  /** Removes the last corner; false if there is none. */
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

/** Simplifies a line (Douglas and Peucker 1973). */
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
