// Where agents of a scene want to go: straight to their goal, or along the shortest path over the
// corners of obstacles that the agent's disc can follow. It is written for scenes of up to some
// hundred walls and knows nothing of @wayfield/navmesh.
import type { Goal, Scene } from '../scenes/scene.ts';
import { type Segments, wallsOf } from '../scenes/walls-of.ts';
import { wayIsClear } from '../watch/distances.ts';

/** The corners' distance from obstacles, as a multiple of the radius. */
const CORNER_ROOM = 1.2;
/** Room that a way needs, as a multiple of the radius: an agent that touches a wall may leave it. */
const WAY_ROOM = 0.95;
/** Ticks between two looks of an agent for its next corner. */
const LOOK_EVERY = 8;

export interface SceneGuide {
  /** Writes the unit vector in which an agent at (x, y) heads to `direction`. */
  head(agent: number, tick: number, x: number, y: number): void;
  readonly direction: { x: number; y: number };
  /** Length of the shortest path from a place to a goal; Infinity where there is none. */
  distance(x: number, y: number, goal: number): number;
}

export function createGuide(scene: Scene): SceneGuide {
  const { goals, agents, traits } = scene;
  const walls = scene.guidance === 'straight' ? wallsOf([]) : wallsOf(scene.obstacles);
  const room = WAY_ROOM * traits.radius;
  const corners = walls.count === 0 ? [] : cornersOf(scene, walls);
  const links = linkCorners(corners, walls, room);
  const trees = new Map<number, Float64Array>();
  const treeOf = (goal: number): Float64Array => {
    let tree = trees.get(goal);
    if (!tree) trees.set(goal, (tree = distancesTo(goals[goal], { corners, links, walls, room })));
    return tree;
  };
  // per agent: the corner it heads for; −1: the goal; −2: not looked yet
  const next = new Int32Array(agents.length).fill(-2);
  const direction = { x: 0, y: 0 };
  const order = new Float64Array(corners.length);

  /** The corner to head for, −1 for the goal, −2 where none can be seen; and the whole length. */
  const look = (x: number, y: number, goal: number): { corner: number; length: number } => {
    const target = goals[goal];
    if (wayIsClear(walls, room, x, y, target))
      return { corner: -1, length: Math.hypot(target.x - x, target.y - y) };
    const rest = treeOf(goal);
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
  };

  return {
    direction,
    head(agent, tick, x, y) {
      const { goal } = agents[agent];
      if (walls.count === 0) next[agent] = -1;
      const known = next[agent];
      const near = known >= 0 && Math.hypot(corners[known].x - x, corners[known].y - y) < 0.4;
      if (walls.count > 0 && (known === -2 || near || (tick + agent) % LOOK_EVERY === 0)) {
        const { corner } = look(x, y, goal);
        if (corner !== -2) next[agent] = corner;
      }
      const target = next[agent] >= 0 ? corners[next[agent]] : goals[goal];
      const length = Math.hypot(target.x - x, target.y - y);
      direction.x = length > 0 ? (target.x - x) / length : 0;
      direction.y = length > 0 ? (target.y - y) / length : 0;
    },
    distance: (x, y, goal) => look(x, y, goal).length,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Points beside the convex corners of obstacles that a disc can stand on. */
function cornersOf({ obstacles, traits }: Scene, walls: Segments): Place[] {
  const corners: Place[] = [];
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
      const inside = obstacles.some((other) => depth(other, place) > 0);
      if (!inside && wayIsClear(walls, 0.97 * away, place.x, place.y, place)) corners.push(place);
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

interface Roadmap {
  readonly corners: readonly Place[];
  readonly links: Float64Array;
  readonly walls: Segments;
  readonly room: number;
}

/** Length of the shortest path from each corner to a goal (Dijkstra 1959, without a heap). */
function distancesTo(goal: Goal, { corners, links, walls, room }: Roadmap): Float64Array {
  const { length } = corners;
  const rest = Float64Array.from(corners, (corner) =>
    wayIsClear(walls, room, corner.x, corner.y, goal)
      ? Math.hypot(corner.x - goal.x, corner.y - goal.y)
      : Infinity,
  );
  const done = new Uint8Array(length);
  for (let round = 0; round < length; round++) {
    let best = -1;
    for (let c = 0; c < length; c++)
      if (!done[c] && rest[c] < Infinity && (best < 0 || rest[c] < rest[best])) best = c;
    if (best < 0) break;
    done[best] = 1;
    for (let c = 0; c < length; c++)
      rest[c] = Math.min(rest[c], rest[best] + links[best * length + c]);
  }
  return rest;
}
