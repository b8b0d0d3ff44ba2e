import { number, object } from '@wayfield/check';
import { checkNumbersOf, sleeveRule } from '../common/rules.ts';
import { openKernels } from '@wayfield/wasm';
import type { ArcPath } from '../geometry/arc-path.ts';
import { ENTRY, FUNNEL_QUERY, type Kernels, PATH_POINT } from '../funnel.gen.ts';
import type { Sleeve } from '../channels/sleeve.ts';

const queryRule = /* @__PURE__ */ object({}, 'a DiscFunnelQuery');
const radiusRule = /* @__PURE__ */ number(0);

/**
 * Shortest paths of discs through sleeves. A funnel holds the path of its last call until the next
 * call. A funnel owns its scratch: nothing is allocated per call once the scratch is large enough.
 */
export interface DiscFunnel extends ArcPath {
  /**
   * The length of the shortest path for the centre of a disc from a point to a point through all
   * portals, clear of portal ends by the radius. Infinity where the disc does not fit between a
   * left and a right end; the path then squeezes through there. Without portals the path is
   * straight.
   *
   * The source lies in the polygon before the first portal or on its rim, the target in the polygon
   * after the last portal or on its rim. Both are at least the radius away from portal ends, and
   * from the lines between successive left, or right, ends. The sleeve must not overlap itself, as
   * a sleeve does that goes around an end by more than half a turn. Other walls are not looked at:
   * `createDiscSearch` searches a mesh.
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

/** The funnel without checks of arguments. */
export interface OpenFunnel {
  /** The path of the last call; replaced by a longer one where that is needed. */
  readonly path: ArcPath;
  /** Entry 0: the length of that path. */
  readonly length: Float64Array;
  /** Entry 0: the radius of the disc, to be set. Engines allocate for fractions as arguments. */
  readonly radius: Float64Array;
  /** `toPoint` between `ends`: x and y of the source, then of the target. */
  between(sleeve: Sleeve, ends: Float64Array): void;
}

/** The funnel on kernels of discs, or of funnels alone: see `createDiscFunnel`. */
export function openFunnel(code: string): OpenFunnel {
  const { arena, blocks, kernels } = openKernels<Kernels>(code);
  let room = 64;
  let portals = blocks.allocate(32 * room);
  const query = blocks.allocate(FUNNEL_QUERY);
  const length = new Float64Array(1);
  const radius = new Float64Array(1);
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
    get path() {
      return path;
    },
    length,
    radius,
    between(sleeve, ends) {
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
      const first = query >>> 3;
      for (let k = 0; k < ends.length; k++) numbers[first + k] = ends[k];
      numbers[first + ends.length] = radius[0];
      kernels.funnelAnswer(portals, count, query);
      const points = kernels.funnelPointCount();
      if (points > path.x.length) path = emptyPath(2 * points);
      path.count = points;
      copyPoints(memory(), kernels.funnelPoints() >>> 3, points, path, 0);
      length[0] = memory()[first + ends.length + 1];
    },
  };
}

/** `openFunnel` as users see it. */
export function openDiscFunnel(code: string): DiscFunnel {
  const funnel = openFunnel(code);
  const ends = new Float64Array(4);
  return {
    get count() {
      return funnel.path.count;
    },
    get x() {
      return funnel.path.x;
    },
    get y() {
      return funnel.path.y;
    },
    get centreX() {
      return funnel.path.centreX;
    },
    get centreY() {
      return funnel.path.centreY;
    },
    get startAngle() {
      return funnel.path.startAngle;
    },
    get sweep() {
      return funnel.path.sweep;
    },
    toPoint(sleeve, query) {
      sleeveRule(sleeve, 'sleeve');
      queryRule(query, 'query');
      const { sourceX, sourceY, targetX, targetY, radius } = query;
      checkNumbersOf({ sourceX, sourceY, targetX, targetY });
      radiusRule(radius, 'radius');
      ends.set([sourceX, sourceY, targetX, targetY]);
      funnel.radius[0] = radius;
      funnel.between(sleeve, ends);
      return funnel.length[0];
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
