// Where agents of a scene want to go: straight to their goal, or along the shortest path of their
// disc. @wayfield/navmesh finds the paths, and the path guide of @wayfield/crowd follows them with
// its default options. Both are used for every crowd program, ours or not.
import { createPathGuide, sightOfSurface } from '@wayfield/crowd/guides';
import { createNavMesh } from '@wayfield/navmesh';
import { createDiscSearch, type DiscRoutes } from '@wayfield/navmesh/discs';
import { createSurface } from '@wayfield/surface';
import { boundsOf } from '../scenes/bounds.ts';
import type { Scene } from '../scenes/scene.ts';
import type { TickState } from './tick-state.ts';

/** The mesh reaches this far beyond agents, goals and obstacles, in metres. */
const MARGIN = 5;
/** Agents that stop at their goal begin to slow down this many seconds of walking before it. */
const STOP_TIME = 1;

export interface SceneGuide {
  /** Preferred velocities after `update`, in metres per second. */
  readonly velocityX: ArrayLike<number>;
  readonly velocityY: ArrayLike<number>;
  /** Writes the velocities for the places in the state that `createGuide` was given. */
  update(): void;
  /** Lengths of the shortest paths from places of agents to their goals; Infinity: none. */
  distances(x: ArrayLike<number>, y: ArrayLike<number>): ArrayLike<number>;
  destroy(): void;
}

/** The guide of a scene. It keeps `state` and reads it in every `update`. */
export function createGuide(scene: Scene, state: TickState): SceneGuide {
  const isStraight = scene.guidance === 'straight' || scene.obstacles.length === 0;
  return isStraight ? straightGuide(scene, state) : pathGuide(scene, state);
}

function straightGuide({ agents, goals, traits, leave }: Scene, state: TickState): SceneGuide {
  const velocityX = new Float64Array(agents.length);
  const velocityY = new Float64Array(agents.length);
  return {
    velocityX,
    velocityY,
    update() {
      for (const [i, { goal, speed = traits.maxSpeed }] of agents.entries()) {
        if (goal < 0) continue;
        const dx = goals[goal].x - state.x[i];
        const dy = goals[goal].y - state.y[i];
        const rest = Math.hypot(dx, dy);
        const wanted = leave ? speed : Math.min(speed, rest / STOP_TIME);
        const isThere = rest === 0 || (!leave && rest < 0.05 * traits.radius);
        velocityX[i] = isThere ? 0 : (wanted * dx) / rest;
        velocityY[i] = isThere ? 0 : (wanted * dy) / rest;
      }
    },
    distances: (x, y) =>
      agents.map(({ goal }, i) =>
        goal < 0 ? 0 : Math.hypot(goals[goal].x - x[i], goals[goal].y - y[i]),
      ),
    destroy() {},
  };
}

function pathGuide(scene: Scene, state: TickState): SceneGuide {
  const { agents, goals, traits } = scene;
  const { radius } = traits;
  const count = agents.length;
  const mesh = createNavMesh({ obstacles: scene.obstacles, boundary: boundaryOf(scene) });
  const search = createDiscSearch(mesh);
  // what the guide reads and writes of a crowd
  const seen = {
    capacity: count,
    end: count,
    positionX: state.x,
    positionY: state.y,
    preferredX: new Float32Array(count),
    preferredY: new Float32Array(count),
    radius: new Float32Array(count).fill(radius),
    status: state.present,
    // no slot is used twice, so its generation stays 0
    generation: new Uint32Array(count),
    idOf: (slot: number) => slot,
    slotOf: (id: number) => id,
  };
  const guide = createPathGuide(seen, {
    sees: sightOfSurface(createSurface(mesh)),
    plan: (requests) => search.run(requests, { radius, nearest: 'source' }),
  });
  const routesFrom = (x: ArrayLike<number>, y: ArrayLike<number>): DiscRoutes => {
    const goalOf = (i: number) => goals[Math.max(0, agents[i].goal)];
    const queries = {
      count,
      sourceX: Float64Array.from(agents, (_, i) => x[i]),
      sourceY: Float64Array.from(agents, (_, i) => y[i]),
      targetX: Float64Array.from(agents, (_, i) => goalOf(i).x),
      targetY: Float64Array.from(agents, (_, i) => goalOf(i).y),
    };
    return search.run(queries, { radius, nearest: 'source' });
  };
  const routes = routesFrom(state.x, state.y);
  for (const [i, { goal, speed = traits.maxSpeed }] of agents.entries())
    if (goal >= 0) guide.assignRoute(i, routes, i, speed);
  return {
    velocityX: seen.preferredX,
    velocityY: seen.preferredY,
    update: () => guide.update(seen as never, scene.dt),
    distances: (x, y) => routesFrom(x, y).cost,
    destroy: () => search.destroy(),
  };
}

/** A rectangle around all that a scene has. */
function boundaryOf({ agents, goals, obstacles }: Scene): number[] {
  const points = [...agents, ...goals] as { readonly x: number; readonly y: number }[];
  for (const ring of obstacles)
    for (let i = 0; i < ring.length; i += 2) points.push({ x: ring[i], y: ring[i + 1] });
  const { minX, minY, maxX, maxY } = boundsOf(points, MARGIN);
  return [minX, minY, maxX, minY, maxX, maxY, minX, maxY];
}
