import { number, object } from '@wayfield/check';
import { checkNumbersOf, sleeveRule } from '@wayfield/triangulation/internal/checks';
import { openKernels } from '@wayfield/wasm';
import type { ArcPath } from '../geometry/arc-path.ts';
import { ENTRY, FUNNEL_QUERY, type Kernels, PATH_POINT } from '../disc-funnel.gen.ts';
import type { Sleeve } from '@wayfield/triangulation';

const queryRule = /* @__PURE__ */ object({}, 'a DiscFunnelQuery');
const radiusRule = /* @__PURE__ */ number(0);

/**
 * Shortest paths of discs through sleeves. A funnel holds the path of its last call until the next
 * call. A funnel owns the memory of its kernels and the arrays of its path: a call enlarges them
 * only for a sleeve or path longer than all before.
 */
export interface DiscFunnel extends ArcPath {
  /**
   * The length of the shortest path for the centre of a disc from a point to a point through all
   * portals, clear of portal ends by the radius. Infinity if the disc does not fit between a left
   * and a right end; the path then leads between these two all the same. Without portals the path
   * is straight.
   *
   * The source lies in the polygon before the first portal or on its rim, the target in the polygon
   * after the last portal or on its rim. Both are at least the radius away from portal ends, and
   * from the lines between successive left, or right, ends. The sleeve must not overlap itself, as
   * a sleeve does that goes around an end by more than half a turn. Other walls are not tested: for
   * a mesh there is `createDiscSearch`.
   *
   * @throws RangeError for a radius that is not finite or below 0.
   */
  toPoint(sleeve: Sleeve, query: DiscFunnelQuery): number;
}

/** The source and the target of a disc's centre, and the disc's radius. */
export interface DiscFunnelQuery {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
  readonly radius: number;
}

/** f64 per point: a record `PathPoint` of assembly/discs/layout.ts. */
const POINT = PATH_POINT / 8;

/** The funnel on kernels of discs, or of the funnel alone: see `createDiscFunnel`. */
export function openDiscFunnel(code: string): DiscFunnel {
  const { arena, blocks, kernels } = openKernels<Kernels>(code);
  let room = 64;
  let portals = blocks.allocate(32 * room);
  const query = blocks.allocate(FUNNEL_QUERY);
  kernels.funnelBind(blocks.allocate(ENTRY * room), ENTRY * room);
  kernels.certainTurnsBind(blocks.allocate(ENTRY * room), room);
  kernels.pathBind(blocks.allocate(PATH_POINT * room), room);
  kernels.turnsBind(blocks.allocate(ENTRY * room), room);
  let path = emptyPath(room);
  /** The memory of the kernels; growth replaces its buffer. */
  let floats = new Float64Array(arena.memory.buffer);
  const memory = (): Float64Array => {
    if (floats.length === 0) floats = new Float64Array(arena.memory.buffer);
    return floats;
  };

  return {
    get count() {
      return path.count;
    },
    get x() {
      return path.x;
    },
    get y() {
      return path.y;
    },
    get centreX() {
      return path.centreX;
    },
    get centreY() {
      return path.centreY;
    },
    get startAngle() {
      return path.startAngle;
    },
    get sweep() {
      return path.sweep;
    },
    toPoint(sleeve, disc) {
      sleeveRule(sleeve, 'sleeve');
      queryRule(disc, 'query');
      const { sourceX, sourceY, targetX, targetY, radius } = disc;
      checkNumbersOf({ sourceX, sourceY, targetX, targetY });
      radiusRule(radius, 'radius');
      const { leftX, leftY, rightX, rightY, count } = sleeve;
      if (count > room) {
        const larger = blocks.allocate(64 * count);
        blocks.free(portals);
        portals = larger;
        room = 2 * count;
      }
      const numbers = memory();
      for (let k = 0, at = portals >>> 3; k < count; k++) {
        numbers[at++] = leftX[k];
        numbers[at++] = leftY[k];
        numbers[at++] = rightX[k];
        numbers[at++] = rightY[k];
      }
      const ask = [sourceX, sourceY, targetX, targetY, radius];
      numbers.set(ask, query >>> 3);
      kernels.funnelAnswer(portals, count, query);
      const points = kernels.funnelPointCount();
      if (points > path.x.length) path = emptyPath(2 * points);
      path.count = points;
      copyPoints(memory(), kernels.funnelPoints() >>> 3, points, path, 0);
      return memory()[(query >>> 3) + ask.length];
    },
  };
}

type OwnPath = { -readonly [Key in keyof ArcPath]: ArcPath[Key] };

/** A path with room for this many points. One array is made for all six columns: it is faster. */
export function emptyPath(room: number): OwnPath {
  const all = new Float64Array(6 * room);
  const part = (k: number): Float64Array => all.subarray(k * room, (k + 1) * room);
  return {
    count: 0,
    x: part(0),
    y: part(1),
    centreX: part(2),
    centreY: part(3),
    startAngle: part(4),
    sweep: part(5),
  };
}

/**
 * Spreads points as a kernel writes them, from entry `from` of its memory on, over the arrays of a
 * path, from entry `at` on.
 */
export function copyPoints(
  floats: Float64Array,
  from: number,
  count: number,
  path: ArcPath,
  at: number,
): void {
  const { x, y, centreX, centreY, startAngle, sweep } = path;
  for (let i = from; i < from + POINT * count; i += POINT, at++) {
    x[at] = floats[i];
    y[at] = floats[i + 1];
    centreX[at] = floats[i + 2];
    centreY[at] = floats[i + 3];
    startAngle[at] = floats[i + 4];
    sweep[at] = floats[i + 5];
  }
}
