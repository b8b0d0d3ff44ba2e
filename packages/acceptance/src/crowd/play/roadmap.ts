// A visibility graph over the corners of a scene's obstacles, for up to some hundred walls. It
// knows nothing of @wayfield/navmesh.
import type { Goal, Scene } from '../scenes/scene.ts';
import type { Segments } from '../scenes/walls-of.ts';
import { wayIsClear } from '../watch/distances.ts';

/** The corners' distance from obstacles, as a multiple of the radius. */
const CORNER_ROOM = 1.2;
/** The widest way behind a corner that counts, in metres. */
const WIDEST = 32;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Roadmap {
  readonly corners: readonly Place[];
  /**
   * The corner that is next on the shortest path from a place to a goal: −1: the goal itself can be
   * seen, −2: nothing can be seen; and the length of that path.
   */
  look(x: number, y: number, goal: number): { readonly corner: number; readonly length: number };
  /**
   * How wide the way is that leads from a corner on to a goal: a unit vector across it, away from
   * the corner, and how far a disc gets along that vector.
   */
  wayBehind(corner: number, goal: number): Across;
}

export interface Across {
  readonly sideX: number;
  readonly sideY: number;
  readonly width: number;
}

/** A corner, and the unit vector that points away from its obstacle. */
interface Corner extends Place {
  readonly outX: number;
  readonly outY: number;
}

/**
 * Lengths of the shortest paths from all corners to a goal, and the next corner on each; −1: none.
 */
interface Tree {
  readonly rest: Float64Array;
  readonly next: Int32Array;
}

export function createRoadmap(scene: Scene, walls: Segments, room: number): Roadmap {
  const { goals } = scene;
  const corners = walls.count === 0 ? [] : cornersOf(scene, walls);
  const links = linkCorners(corners, walls, room);
  const trees = new Map<number, Tree>();
  const ways = new Map<number, Across>();
  const order = new Float64Array(corners.length);
  const treeOf = (goal: number): Tree => {
    let tree = trees.get(goal);
    if (!tree) trees.set(goal, (tree = treeTo(goals[goal], { corners, links, walls, room })));
    return tree;
  };
  return {
    corners,
    look(x, y, goal) {
      const target = goals[goal];
      if (wayIsClear(walls, room, x, y, target))
        return { corner: -1, length: Math.hypot(target.x - x, target.y - y) };
      const { rest } = treeOf(goal);
      for (let c = 0; c < corners.length; c++)
        order[c] = rest[c] + Math.hypot(corners[c].x - x, corners[c].y - y);
      for (;;) {
        let best = -1;
        for (let c = 0; c < corners.length; c++)
          if (order[c] < Infinity && (best < 0 || order[c] < order[best])) best = c;
        if (best < 0) return { corner: -2, length: Infinity };
        if (wayIsClear(walls, room, x, y, corners[best]))
          return { corner: best, length: order[best] };
        order[best] = Infinity;
      }
    },
    wayBehind(corner, goal) {
      const key = corner * goals.length + goal;
      let way = ways.get(key);
      if (!way) {
        const next = treeOf(goal).next[corner];
        const towards = next >= 0 ? corners[next] : goals[goal];
        ways.set(key, (way = acrossOf(corners[corner], towards, walls, room)));
      }
      return way;
    },
  };
}

/** Points beside the convex corners of obstacles that a disc can stand on. */
function cornersOf({ obstacles, traits }: Scene, walls: Segments): Corner[] {
  const corners: Corner[] = [];
  const away = CORNER_ROOM * traits.radius;
  for (const ring of obstacles)
    for (let i = 0; i < ring.length; i += 2) {
      const [ax, ay, x, y, bx, by] = [-2, -1, 0, 1, 2, 3].map(
        (step) => ring[(i + step + ring.length) % ring.length],
      );
      const [before, after] = [Math.hypot(x - ax, y - ay), Math.hypot(bx - x, by - y)];
      // outward normals of both sides of a counter-clockwise ring
      const [nx, ny] = [(y - ay) / before, (ax - x) / before];
      const [mx, my] = [(by - y) / after, (x - bx) / after];
      const scale = away / (1 + nx * mx + ny * my);
      const place = { x: x + scale * (nx + mx), y: y + scale * (ny + my) };
      if (obstacles.some((other) => depth(other, place) > 0)) continue;
      if (!wayIsClear(walls, 0.97 * away, place.x, place.y, place)) continue;
      const length = Math.hypot(nx + mx, ny + my);
      corners.push({ ...place, outX: (nx + mx) / length, outY: (ny + my) / length });
    }
  return corners;
}

/** How deep a place is inside a convex counter-clockwise ring; negative outside. */
function depth(ring: readonly number[], { x, y }: Place): number {
  let least = Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const [dx, dy] = [ring[j] - ring[i], ring[j + 1] - ring[i + 1]];
    least = Math.min(least, (dx * (y - ring[i + 1]) - dy * (x - ring[i])) / Math.hypot(dx, dy));
  }
  return least;
}

/** Lengths of the ways between corners that see one another, row by row; Infinity: they do not. */
function linkCorners(corners: readonly Place[], walls: Segments, room: number): Float64Array {
  const { length } = corners;
  const links = new Float64Array(length * length).fill(Infinity);
  for (let a = 0; a < length; a++)
    for (let b = a + 1; b < length; b++) {
      if (!wayIsClear(walls, room, corners[a].x, corners[a].y, corners[b])) continue;
      const way = Math.hypot(corners[a].x - corners[b].x, corners[a].y - corners[b].y);
      links[a * length + b] = way;
      links[b * length + a] = way;
    }
  return links;
}

interface Graph {
  readonly corners: readonly Place[];
  readonly links: Float64Array;
  readonly walls: Segments;
  readonly room: number;
}

/** Shortest paths from all corners to a goal (Dijkstra 1959, without a heap). */
function treeTo(goal: Goal, { corners, links, walls, room }: Graph): Tree {
  const { length } = corners;
  const rest = Float64Array.from(corners, (corner) =>
    wayIsClear(walls, room, corner.x, corner.y, goal)
      ? Math.hypot(corner.x - goal.x, corner.y - goal.y)
      : Infinity,
  );
  const next = new Int32Array(length).fill(-1);
  const done = new Uint8Array(length);
  for (let round = 0; round < length; round++) {
    let best = -1;
    for (let c = 0; c < length; c++)
      if (!done[c] && rest[c] < Infinity && (best < 0 || rest[c] < rest[best])) best = c;
    if (best < 0) break;
    done[best] = 1;
    for (let c = 0; c < length; c++) {
      const over = rest[best] + links[best * length + c];
      if (over >= rest[c]) continue;
      rest[c] = over;
      next[c] = best;
    }
  }
  return { rest, next };
}

/** The way from a corner towards a place: across it, and how wide it is, to a centimetre. */
function acrossOf(corner: Corner, towards: Place, walls: Segments, room: number): Across {
  const length = Math.hypot(towards.x - corner.x, towards.y - corner.y);
  const [ux, uy] = [(towards.x - corner.x) / length, (towards.y - corner.y) / length];
  const side = -uy * corner.outX + ux * corner.outY > 0 ? 1 : -1;
  const [sideX, sideY] = [-side * uy, side * ux];
  let [low, high] = [0, WIDEST];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    const end = { x: corner.x + middle * sideX, y: corner.y + middle * sideY };
    if (wayIsClear(walls, room, corner.x, corner.y, end)) low = middle;
    else high = middle;
  }
  return { sideX, sideY, width: low };
}
