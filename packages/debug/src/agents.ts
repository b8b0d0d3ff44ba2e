// Shapes of walls, agents and bodies.
import { checkOptions, object, type OptionRules, typed, whole } from '@wayfield/check';
import { createShapeList, type DebugShapes, originRules, type ShapeOptions } from './shapes.ts';
import type { ShapeList } from './shapes.ts';

/** What is read of `Walls` of `@wayfield/crowd`. */
export interface WallsLike {
  readonly count: number;
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
}

/** What is read of a crowd of `@wayfield/crowd`. */
export interface AgentsLike {
  readonly end: number;
  readonly positionX: Float64Array;
  readonly positionY: Float64Array;
  readonly headingX: Float32Array;
  readonly headingY: Float32Array;
  readonly radius: Float32Array;
  readonly status: Uint8Array;
}

/** What is read of `Bodies` of `@wayfield/collision`. */
export interface BodiesLike {
  readonly end: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  readonly kind: Uint8Array;
  readonly shape?: Uint8Array;
  readonly extentX?: Float32Array;
  readonly extentY?: Float32Array;
}

/** Options of shapes of discs. */
export interface DiscShapeOptions extends ShapeOptions {
  /** Sides of the polygon that stands for a disc, 3 to 256. Default 16. */
  readonly segments?: number | undefined;
}

/** The `status` of a free slot of a crowd, and the `kind` of a free slot of bodies. */
const FREE = 0;
/** Values of `shape` of bodies, as in `@wayfield/collision`; 0, or no `shape`: a circle. */
const BOX = 1;
const CAPSULE = 2;
const SWEPT = 3;

const doubles = /* @__PURE__ */ typed(Float64Array);
const floats = /* @__PURE__ */ typed(Float32Array);
const bytes = /* @__PURE__ */ typed(Uint8Array);
const count = /* @__PURE__ */ whole();
const wallsRule = /* @__PURE__ */ object(
  { count, ax: doubles, ay: doubles, bx: doubles, by: doubles },
  'Walls',
);
const agentsRule = /* @__PURE__ */ object(
  {
    end: count,
    positionX: doubles,
    positionY: doubles,
    headingX: floats,
    headingY: floats,
    radius: floats,
    status: bytes,
  },
  'the agents of a crowd',
);
const bodiesRule = /* @__PURE__ */ object(
  { end: count, x: floats, y: floats, radius: floats, kind: bytes },
  'Bodies',
);
const discRules: OptionRules = { ...originRules, segments: /* @__PURE__ */ whole(3, 256) };

/**
 * Walls of a crowd as lines, numbered by wall.
 *
 * @example
 * const { lines } = shapesOfWalls(wallsOfGrid(grid));
 * console.log(lines.length / 4); // 8
 */
export function shapesOfWalls(walls: WallsLike, options: ShapeOptions = {}): DebugShapes {
  wallsRule(walls, 'walls');
  checkOptions('shapesOfWalls', options, originRules);
  const out = createShapeList(options);
  for (let i = 0; i < walls.count; i++)
    out.line(walls.ax[i], walls.ay[i], walls.bx[i], walls.by[i], i);
  return out.done();
}

/**
 * The agents of a crowd: a fan of triangles per disc, and a line from its centre to its rim in the
 * direction of its heading, both numbered by slot. Free slots are left out.
 *
 * @example
 * const { triangles, triangleOf, lines } = shapesOfAgents(crowd, { segments: 8 });
 * console.log(triangles.length / 6, triangleOf[0], lines.length / 4); // 8 0 1
 */
export function shapesOfAgents(crowd: AgentsLike, options: DiscShapeOptions = {}): DebugShapes {
  agentsRule(crowd, 'crowd');
  checkOptions('shapesOfAgents', options, discRules);
  const { end, positionX, positionY, headingX, headingY, radius, status } = crowd;
  const unit = unitCircle(options.segments);
  const out = createShapeList(options);
  for (let i = 0; i < end; i++) {
    if (status[i] === FREE) continue;
    const [x, y, r] = [positionX[i], positionY[i], radius[i]];
    for (let k = 0; k + 2 < unit.length; k += 2)
      out.triangle(
        [x, y, x + r * unit[k], y + r * unit[k + 1], x + r * unit[k + 2], y + r * unit[k + 3]],
        i,
      );
    out.line(x, y, x + r * headingX[i], y + r * headingY[i], i);
  }
  return out.done();
}

/**
 * The outlines of bodies in the plane: circles, boxes, capsules, and swept circles with the line
 * that they moved along; lines numbered by slot. Of 3D bodies x and y are shown. Free slots are
 * left out.
 *
 * @example
 * const { lines, lineOf } = shapesOfBodies(bodies);
 * console.log(lines.length / 4, lineOf[0]); // 32 0
 */
export function shapesOfBodies(bodies: BodiesLike, options: DiscShapeOptions = {}): DebugShapes {
  bodiesRule(bodies, 'bodies');
  checkOptions('shapesOfBodies', options, discRules);
  const { end, x, y, radius, kind, shape, extentX, extentY } = bodies;
  const unit = unitCircle(options.segments);
  const out = createShapeList(options);
  for (let i = 0; i < end; i++) {
    if (kind[i] === FREE) continue;
    const [px, py, r] = [x[i], y[i], radius[i]];
    const [ex, ey] = [extentX?.[i] ?? 0, extentY?.[i] ?? 0];
    const what = shape?.[i] ?? 0;
    if (what === BOX)
      outline(out, [px - ex, py - ey, px + ex, py - ey, px + ex, py + ey, px - ex, py + ey], i);
    else if (what === CAPSULE) outline(out, capsule(unit, [px, py, ex, ey, r]), i);
    else {
      outline(out, ring(unit, px, py, r), i);
      if (what === SWEPT) out.line(px, py, px + ex, py + ey, i);
    }
  }
  return out.done();
}

/** Points of the unit circle, x, y, x, y, …; the first point is repeated at the end. */
function unitCircle(segments = 16): Float64Array {
  const points = new Float64Array(2 * segments + 2);
  for (let k = 0; k <= segments; k++) {
    const angle = (2 * Math.PI * (k % segments)) / segments;
    points[2 * k] = Math.cos(angle);
    points[2 * k + 1] = Math.sin(angle);
  }
  return points;
}

/** The points of a circle, x, y, x, y, …, each once. */
function ring(unit: Float64Array, x: number, y: number, r: number): number[] {
  const points: number[] = [];
  for (let k = 0; k + 2 < unit.length; k += 2) points.push(x + r * unit[k], y + r * unit[k + 1]);
  return points;
}

/** The outline of a capsule: half a circle around each end of its axis. */
function capsule(unit: Float64Array, [x, y, ex, ey, r]: readonly number[]): number[] {
  if (ex === 0 && ey === 0) return ring(unit, x, y, r);
  const half = Math.max(2, (unit.length / 2 - 1) >> 1);
  const start = Math.atan2(ey, ex) - Math.PI / 2;
  const points: number[] = [];
  for (const [sign, turn] of [
    [1, 0],
    [-1, Math.PI],
  ])
    for (let k = 0; k <= half; k++) {
      const angle = start + turn + (Math.PI * k) / half;
      points.push(x + sign * ex + r * Math.cos(angle), y + sign * ey + r * Math.sin(angle));
    }
  return points;
}

/** Adds the sides of a closed ring as lines, with the number `of`. */
function outline(out: ShapeList, points: readonly number[], of: number): void {
  const length = points.length;
  for (let k = 0; k < length; k += 2) {
    const next = (k + 2) % length;
    out.line(points[k], points[k + 1], points[next], points[next + 1], of);
  }
}
