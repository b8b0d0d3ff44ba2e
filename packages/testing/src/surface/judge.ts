// Random cases of every call of a surface, judged by plain.ts.
import {
  type Place,
  type Plain,
  plainBorder,
  plainClosest,
  plainMove,
  plainOf,
  plainSweep,
  squareTo,
} from './plain.ts';
import { type PlainScene, randomOf, randomScene, SIDE } from './scenes.ts';

/** What is judged: the calls of a surface, and its statuses. */
export interface SurfaceOf {
  closestPoint(x: number, y: number, r: number): FoundPlace & { readonly distance: number };
  moveAlong(x: number, y: number, dx: number, dy: number, r: number): FoundPlace;
  raycast(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    disc: number,
  ): FoundPlace & Record<'fraction' | 'normalX' | 'normalY' | WallEnd, number>;
  clearanceAt(x: number, y: number): number;
  locate(x: number, y: number): number;
  wallsNear(x: number, y: number, distance: number): NearWalls;
  destroy(): void;
}

type WallEnd = 'wallAX' | 'wallAY' | 'wallBX' | 'wallBY';
interface FoundPlace extends Place {
  readonly status: number;
}
interface NearWalls extends Record<'ax' | 'ay' | 'bx' | 'by', Float64Array> {
  readonly count: number;
}

/** Statuses, as the package numbers them. */
const CLEAR = 1;
const HIT = 2;
const NO_PLACE = 4;
const START_BLOCKED = 5;
const CONTACT_LIMIT = 6;

/** The calls that are judged. */
export const KINDS = [
  'clearanceAt',
  'locate',
  'closestPoint',
  'raycast',
  'moveAlong',
  'wallsNear',
] as const;
export type Kind = (typeof KINDS)[number];

/** How many answers of each call were judged, and the faults among them, a line each. */
export interface Judged {
  readonly count: Record<Kind, number>;
  readonly faults: string[];
}

/** Largest error of a distance. */
const SLACK = 1e-8;
/** The grid on which the mesh has its vertices: crossings of obstacles are rounded to it. */
const SNAP = SIDE * 2 ** -42;
/**
 * Numbers of steps of `plainMove`. If the difference is too large for one number, the next one is
 * tried: contacts near corners make the errors of `plainMove` larger.
 */
const STEPS = [500, 8000, 64_000, 1_000_000];
/** Radii of discs, 0 for points; the scenes have obstacles of 0.2 to 3. */
const RADII = [0, 0.05, 0.2, 0.5, 1.3];

/** A random place with a radius, in a scene. */
interface Case {
  readonly plain: Plain;
  readonly surface: SurfaceOf;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /**
   * How much less than the radius the distance to walls may be, as surfaces state it: 1e-9 of the
   * radius and 2^-46 of the largest coordinate.
   */
  readonly margin: number;
  readonly random: () => number;
}

/**
 * Judges `cases` random places, with a ray and a move from each, in the scene of a seed. Adds the
 * counts and the faults to `into`.
 */
export function judgeScene(
  seed: number,
  cases: number,
  create: (scene: PlainScene) => SurfaceOf,
  into: Judged,
): void {
  const scene = randomScene(seed, 4 + (seed % 14));
  const plain = plainOf(scene);
  const surface = create(scene);
  const random = randomOf(seed * 7919);
  for (let i = 0; i < cases; i++) {
    const r = RADII[Math.floor(random() * RADII.length)];
    const margin = 1e-9 * r + SIDE * 2 ** -46;
    const [x, y] = [random() * (SIDE + 2) - 1, random() * (SIDE + 2) - 1];
    const one: Case = { plain, surface, x, y, r, margin, random };
    for (const kind of KINDS) {
      into.count[kind]++;
      const fault = JUDGES[kind](one);
      if (fault)
        into.faults.push(`scene ${seed}, case ${i}, ${kind} at ${x}, ${y}, r ${r}: ${fault}`);
    }
  }
  surface.destroy();
}

const JUDGES: Record<Kind, (one: Case) => string | undefined> = {
  clearanceAt({ plain, surface, x, y }) {
    const found = surface.clearanceAt(x, y);
    const isBlocked = plain.isBlocked(x, y);
    const right = isBlocked ? -plainBorder(plain, x, y).distance : plain.distance(x, y);
    return Math.abs(found - right) > SLACK ? `${found}, not ${right}` : undefined;
  },
  locate({ plain, surface, x, y }) {
    const found = surface.locate(x, y);
    return found >= 0 === plain.isBlocked(x, y) ? `${found}` : undefined;
  },
  closestPoint({ plain, surface, x, y, r, margin }) {
    const found = surface.closestPoint(x, y, r);
    const right = plainClosest(plain, x, y, r, margin);
    if (!right) return found.status === NO_PLACE ? undefined : `${found.distance}, not none`;
    if (found.status === NO_PLACE) return `none, not ${right.distance}`;
    if (Math.abs(found.distance - right.distance) > SLACK)
      return `${found.distance}, not ${right.distance}`;
    if (Math.abs(Math.hypot(found.x - x, found.y - y) - found.distance) > SLACK)
      return `${found.x}, ${found.y} is not ${found.distance} away`;
    return r > 0 ? faultAt(plain, found, r, margin) : undefined;
  },
  raycast(one) {
    const start = one.surface.closestPoint(one.x, one.y, one.r);
    if (start.status === NO_PLACE) return blockedRay(one);
    return one.r > 0 ? discRay(one, start) : pointRay(one, start);
  },
  moveAlong: judgeMove,
  wallsNear({ plain, surface, x, y, r }) {
    const found = surface.wallsNear(x, y, 2 * r);
    const away = (k: number): number => distanceTo(found, k, x, y);
    for (let k = 0; k < found.count; k++) {
      if (away(k) > 2 * r + SLACK) return `wall ${k} is ${away(k)} away`;
      if (k > 0 && away(k) < away(k - 1) - SLACK) return `wall ${k} is nearer than the one before`;
      const [dx, dy] = [found.bx[k] - found.ax[k], found.by[k] - found.ay[k]];
      const length = Math.hypot(dx, dy);
      if (length === 0) continue;
      const [mx, my] = [found.ax[k] + dx / 2, found.ay[k] + dy / 2];
      const off = Math.min(1e-7, 1e-3 * length) / length;
      if (plain.isBlocked(mx - off * dy, my + off * dx)) return `wall ${k} is not free on its left`;
    }
    // the nearest free border is within the distance if and only if there is a wall
    const least = Math.abs(surface.clearanceAt(x, y));
    if (least < 2 * r - SLACK && found.count === 0) return `none, but one is ${least} away`;
    return found.count > 0 && Math.abs(away(0) - least) > SLACK
      ? `${away(0)}, not ${least}`
      : undefined;
  },
};

function distanceTo({ ax, ay, bx, by }: NearWalls, k: number, x: number, y: number): number {
  return Math.sqrt(squareTo({ ax: ax[k], ay: ay[k], bx: bx[k], by: by[k] }, x, y));
}

/** What is wrong with a place for a disc. */
function faultAt(plain: Plain, { x, y }: Place, r: number, margin: number): string | undefined {
  if (plain.isBlocked(x, y)) {
    // a point may be on a wall, and by rounding a little behind it
    const deep = r > 0 ? Infinity : plainBorder(plain, x, y).distance;
    if (deep > margin + SNAP) return `${x}, ${y} is inside an obstacle, ${deep} deep`;
  }
  const short = r - plain.distance(x, y);
  return short > margin ? `${x}, ${y} is too near to a wall by ${short}` : undefined;
}

/** A random ray or push: mostly shorter than 2, one in five up to 15. */
function randomVector(random: () => number): Place & { readonly length: number } {
  const length = random() < 0.2 ? 15 * random() : 2 * random();
  const angle = random() * 2 * Math.PI;
  return { x: length * Math.cos(angle), y: length * Math.sin(angle), length };
}

function blockedRay({ surface, x, y, r }: Case): string | undefined {
  const { status } = surface.raycast(x, y, x + 1, y, r);
  return status === START_BLOCKED ? undefined : `status ${status} from where the disc does not fit`;
}

function discRay({ plain, surface, r, margin, random }: Case, a: Place): string | undefined {
  const ray = randomVector(random);
  const b = { x: a.x + ray.x, y: a.y + ray.y };
  const hit = surface.raycast(a.x, a.y, b.x, b.y, r);
  const t = hit.status === HIT ? hit.fraction : hit.status === CLEAR ? Infinity : -1;
  // Right answers lie between the contact of a disc larger by 1e-10, for the rounding of the plain
  // sweep, and that of a disc smaller by the margin.
  const early = plainSweep(plain, a, b, r + 1e-10);
  const late = plainSweep(plain, a, b, r - 1.01 * margin);
  if (!(t >= early - 1e-7 && t <= late + 1e-7)) return `${t} of the ray, not ${early} to ${late}`;
  if (hit.status === CLEAR) return undefined;
  return wallFault(hit, r) ?? faultAt(plain, hit, r, margin);
}

/** The wall must be a radius away, in direction of the normal. */
function wallFault(
  hit: Place & Record<'normalX' | 'normalY' | WallEnd, number>,
  r: number,
): string | undefined {
  const { wallAX, wallAY, wallBX, wallBY, normalX, normalY } = hit;
  const [x, y] = [hit.x - r * normalX, hit.y - r * normalY];
  const wall = { ax: wallAX, ay: wallAY, bx: wallBX, by: wallBY };
  const off = Math.sqrt(squareTo(wall, x, y));
  if (!(off < 1e-7)) return `the contact is ${off} off its wall`;
  return Math.abs(Math.hypot(normalX, normalY) - 1) > 1e-9 ? 'the normal is not 1 long' : undefined;
}

/**
 * Cuts the ray of a point at all segments: between two cuts it is free or blocked as a whole. So
 * the ray ends at the first cut behind which it is blocked, or at the first cut with an open line.
 */
function pointRay({ plain, surface, random }: Case, a: Place): string | undefined {
  const ray = randomVector(random);
  const b = { x: a.x + ray.x, y: a.y + ray.y };
  const hit = surface.raycast(a.x, a.y, b.x, b.y, 0);
  const cuts: { t: number; isWall: boolean }[] = [{ t: 1, isWall: false }];
  for (const wall of plain.walls) {
    const [ex, ey] = [wall.bx - wall.ax, wall.by - wall.ay];
    const det = ray.x * ey - ray.y * ex;
    const t = ((wall.ax - a.x) * ey - (wall.ay - a.y) * ex) / det;
    const u = ((wall.ax - a.x) * ray.y - (wall.ay - a.y) * ray.x) / det;
    // A start on a wall may lie behind the wall by rounding: crossings near the start do not count.
    if (u >= 0 && u <= 1 && t > 1e-6 && t < 1) cuts.push({ t, isWall: wall.isOpen });
  }
  cuts.sort((p, q) => p.t - q.t);
  let right = Infinity;
  let last = 0;
  for (const { t, isWall } of cuts) {
    const middle = (last + t) / 2;
    if (t > last && plain.isBlocked(a.x + middle * ray.x, a.y + middle * ray.y)) {
      right = last;
      break;
    }
    if (isWall) {
      right = t;
      break;
    }
    last = t;
  }
  const found = hit.status === HIT ? hit.fraction : hit.status === CLEAR ? Infinity : -1;
  if (found !== right && !(Math.abs(found - right) * ray.length < 1e-7))
    return `${found} of the ray, not ${right}`;
  return hit.status === HIT ? wallFault({ ...hit, ...footOf(hit) }, 0) : undefined;
}

const footOf = ({ x, y }: Place): Place => ({ x, y });

/**
 * A point moves as a very small disc does, unless the disc meets a corner head on: then the disc
 * stops. That happens from one start in a million, so two starts are tried.
 */
function judgePoint({ surface }: Case, start: Place, push: Place, end: Place): string | undefined {
  const half = surface.moveAlong(start.x, start.y, push.x / 2, push.y / 2, 0);
  const whole = surface.moveAlong(half.x, half.y, push.x / 2, push.y / 2, 0);
  const apart = Math.hypot(whole.x - end.x, whole.y - end.y);
  if (apart > 1e-6) return `two halves end ${apart} away`;
  const radius = 1e-7;
  const off = [1, -1].map((sign) => {
    const begin = surface.closestPoint(start.x + sign * 1e-7, start.y + sign * 2e-7, radius);
    const disc = surface.moveAlong(begin.x, begin.y, push.x, push.y, radius);
    return Math.hypot(disc.x - end.x, disc.y - end.y);
  });
  return Math.min(...off) > 1e-4
    ? `a small disc ends ${off} away from ${end.x}, ${end.y}`
    : undefined;
}

function judgeMove(one: Case): string | undefined {
  const { plain, surface, r, margin, random } = one;
  const start = surface.closestPoint(one.x, one.y, r);
  if (start.status === NO_PLACE) return undefined;
  const push = randomVector(random);
  const end = surface.moveAlong(start.x, start.y, push.x, push.y, r);
  if (end.status === NO_PLACE || end.status === CONTACT_LIMIT) return `status ${end.status}`;
  const fault = faultAt(plain, end, r, margin);
  if (fault) return fault;
  if (Math.hypot(end.x - start.x, end.y - start.y) > push.length + 1e-9)
    return 'further than the push';
  if (r === 0) return judgePoint(one, start, push, end);
  const half = surface.moveAlong(start.x, start.y, push.x / 2, push.y / 2, r);
  const whole = surface.moveAlong(half.x, half.y, push.x / 2, push.y / 2, r);
  const apart = Math.hypot(whole.x - end.x, whole.y - end.y);
  if (apart > 1e-6) return `two halves end ${apart} away`;
  for (const steps of STEPS) {
    const plainEnd = plainMove(plain, start, push, r, steps);
    const off = Math.hypot(plainEnd.x - end.x, plainEnd.y - end.y);
    if (off <= (40 / steps) * push.length + 1e-6) return undefined;
    if (steps === STEPS.at(-1))
      return `${end.x}, ${end.y} is ${off} off after ${push.x}, ${push.y}`;
  }
  return undefined;
}
