// Click to move in WebAssembly: the functions of the worker.
import { random } from '@wayfield/graph/generators';
import { createNavMesh, type NavMesh } from '@wayfield/navmesh';
import { createSurface, type Surface } from '@wayfield/surface';
import { aim, placeAgents, setGoals } from './agents.ts';
import type { World } from './obstacles.ts';
import { findPaths, move } from './walk.ts';

interface Game {
  readonly world: World;
  readonly mesh: NavMesh;
  readonly surface: Surface;
  /** The number of each obstacle in the mesh, by its number on the page. */
  readonly ids: Map<number, number>;
  readonly agents: ReturnType<typeof placeAgents>;
  paths: number[][];
  /** Index of the corner of its path to which each disc walks. */
  readonly corner: Int32Array;
  /** Obstacles or the goal have changed since the paths were found. */
  isOld: boolean;
}

let game: Game | undefined;

function begun(): Game {
  if (!game) throw new Error('the game was not begun');
  return game;
}

/** x of all discs, then y of all, then radii. */
function dataOf({ agents: { x, y, radius } }: Game): Float32Array {
  const data = new Float32Array(3 * x.length);
  data.set(x);
  data.set(y, x.length);
  data.set(radius, 2 * x.length);
  return data;
}

/** One game at a time. */
export const clickFunctions = {
  begin(world: World, count: number, goal: readonly number[]) {
    game?.surface.destroy();
    game = undefined;
    const { width, height, rings, seed } = world;
    const mesh = createNavMesh({
      boundary: [0, 0, width, 0, width, height, 0, height],
      obstacles: rings,
    });
    const agents = placeAgents(count, width, height, random(seed));
    setGoals(agents, goal, width, height);
    const surface = createSurface(mesh);
    const ids = new Map(rings.map((_, id) => [id, id]));
    // a move of length 0 takes discs out of obstacles
    move(surface, agents);
    const corner = new Int32Array(count);
    game = { world, mesh, surface, ids, agents, paths: [], corner, isOld: true };
    return { data: dataOf(game) };
  },
  setGoal(goal: readonly number[]) {
    const now = begun();
    setGoals(now.agents, goal, now.world.width, now.world.height);
    now.isOld = true;
  },
  add(key: number, ring: readonly number[]) {
    const now = begun();
    now.ids.set(key, now.mesh.add(ring));
    now.isOld = true;
  },
  remove(key: number) {
    const now = begun();
    const id = now.ids.get(key);
    if (id === undefined) throw new Error(`there is no obstacle ${key}`);
    now.mesh.remove(id);
    now.ids.delete(key);
    now.isOld = true;
  },
  tick(count: number) {
    const now = begun();
    const { mesh, surface, agents, corner } = now;
    const began = performance.now();
    if (now.isOld) {
      now.paths = findPaths(mesh, surface, agents);
      corner.fill(0);
      now.isOld = false;
    }
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < corner.length; k++) {
        corner[k] = aim(agents, k, now.paths[k], corner[k], agents.speed[k]);
      }
      move(surface, agents);
    }
    const there = corner.reduce((sum, at, k) => sum + Number(at >= now.paths[k].length), 0);
    return { ms: performance.now() - began, data: dataOf(now), there };
  },
};
