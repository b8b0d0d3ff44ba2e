// What every function of this package returns, and how it is put together.
import {
  checkOptions,
  listOf,
  number,
  object,
  oneOf,
  type OptionRules,
  points as pointsRule,
  type Rule,
  typed,
} from '@wayfield/check';

/**
 * Lines and triangles in the plane, ready to be copied into vertex buffers. Coordinates are those
 * of the structure, less the origin of `ShapeOptions`, as f32.
 */
export interface DebugShapes {
  /** Four entries per line: x and y of its start, x and y of its end. */
  readonly lines: Float32Array;
  /** One entry per line: the number of the element that it shows, as each function says. */
  readonly lineOf: Uint32Array;
  /** Six entries per triangle: x and y of three corners, in left turns (y up). */
  readonly triangles: Float32Array;
  /** One entry per triangle: the number of the element that it shows. */
  readonly triangleOf: Uint32Array;
}

/** Options of every function that reads coordinates. */
export interface ShapeOptions {
  /**
   * Subtracted from all x before they are rounded to f32, so that coordinates far from zero, such
   * as degrees, keep their decimals. Default 0.
   */
  readonly originX?: number | undefined;
  /** Subtracted from all y, as `originX` from all x. Default 0. */
  readonly originY?: number | undefined;
}

export const originRules: OptionRules = {
  originX: /* @__PURE__ */ number(),
  originY: /* @__PURE__ */ number(),
};

/** Collects lines and triangles; `of` is the number of the element that each of them shows. */
export interface ShapeList {
  line(ax: number, ay: number, bx: number, by: number, of: number): void;
  /** Takes corners in either order and stores them in a left turn. */
  triangle(points: readonly [number, number, number, number, number, number], of: number): void;
  /** The shapes so far, in new arrays. */
  done(): DebugShapes;
}

export function createShapeList({ originX = 0, originY = 0 }: ShapeOptions = {}): ShapeList {
  const lines: number[] = [];
  const lineOf: number[] = [];
  const triangles: number[] = [];
  const triangleOf: number[] = [];
  return {
    line(ax, ay, bx, by, of) {
      lines.push(ax - originX, ay - originY, bx - originX, by - originY);
      lineOf.push(of);
    },
    triangle([ax, ay, bx, by, cx, cy], of) {
      // corners of a triangle that turns right are swapped
      const turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
      triangles.push(ax - originX, ay - originY);
      if (turn >= 0) triangles.push(bx - originX, by - originY, cx - originX, cy - originY);
      else triangles.push(cx - originX, cy - originY, bx - originX, by - originY);
      triangleOf.push(of);
    },
    done: () => ({
      lines: Float32Array.from(lines),
      lineOf: Uint32Array.from(lineOf),
      triangles: Float32Array.from(triangles),
      triangleOf: Uint32Array.from(triangleOf),
    }),
  };
}

const floats = /* @__PURE__ */ typed(Float32Array);
const words = /* @__PURE__ */ typed(Uint32Array);
/** The rule of shapes. */
export const shapesRule: Rule = /* @__PURE__ */ object(
  { lines: floats, lineOf: words, triangles: floats, triangleOf: words },
  'DebugShapes',
);
const shapesList = /* @__PURE__ */ listOf(shapesRule);

/**
 * All shapes of several lists as one. The numbers of elements stay as they are.
 *
 * @throws TypeError for entries that are no shapes.
 *
 * @example
 * const scene = joinShapes([shapesOfGrid(grid), shapesOfAgents(crowd)]);
 * console.log(scene.triangles.length > 0); // true
 */
export function joinShapes(parts: readonly DebugShapes[]): DebugShapes {
  shapesList(parts, 'parts');
  const joined = <T extends Float32Array | Uint32Array>(
    field: keyof DebugShapes,
    make: (length: number) => T,
  ): T => {
    const all = make(parts.reduce((sum, part) => sum + part[field].length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part[field], at);
      at += part[field].length;
    }
    return all;
  };
  return {
    lines: joined('lines', (length) => new Float32Array(length)),
    lineOf: joined('lineOf', (length) => new Uint32Array(length)),
    triangles: joined('triangles', (length) => new Float32Array(length)),
    triangleOf: joined('triangleOf', (length) => new Uint32Array(length)),
  };
}

/** Options of `positions3d`. */
export interface Positions3dOptions {
  /**
   * The axis of height. 'y': (x, y) becomes (x, height, y), as in three.js and Babylon.js; a
   * triangle seen from above then turns right. 'z': (x, y, height). Default 'y'.
   */
  readonly up?: 'y' | 'z' | undefined;
  /** Height of all points. Default 0. */
  readonly height?: number | undefined;
}

const flatPoints = /* @__PURE__ */ pointsRule();
const positionRules: OptionRules = {
  up: /* @__PURE__ */ oneOf('y', 'z'),
  height: /* @__PURE__ */ number(),
};

/**
 * Points x, y, x, y, … as positions x, y, z, x, y, z, …: `lines` and `triangles` of shapes as a
 * vertex buffer in space.
 *
 * @throws TypeError for what is no list, RangeError for a list of odd length.
 *
 * @example
 * console.log(positions3d([1, 2, 3, 4], { height: 0.5 }).join()); // 1,0.5,2,3,0.5,4
 */
export function positions3d(
  points: ArrayLike<number>,
  options: Positions3dOptions = {},
): Float32Array<ArrayBuffer> {
  flatPoints(points, 'points');
  checkOptions('positions3d', options, positionRules);
  const { up = 'y', height = 0 } = options;
  const positions = new Float32Array((points.length / 2) * 3);
  const [flat, high] = up === 'y' ? [2, 1] : [1, 2];
  for (let i = 0, at = 0; i < points.length; i += 2, at += 3) {
    positions[at] = points[i];
    positions[at + flat] = points[i + 1];
    positions[at + high] = height;
  }
  return positions;
}
