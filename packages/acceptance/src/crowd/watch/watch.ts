// What is checked of every tick of a scene, from positions. The crowd itself says one thing: how
// many of its programs were infeasible.
import type { Scene } from '../scenes/scene.ts';
import { wallsOf } from '../scenes/walls-of.ts';
import { crosses, segmentDistance } from './distances.ts';
import { createPairFinder } from './pairs.ts';

/**
 * An older overlap of at most this many metres counts as over: positions of f32 kernels are
 * rounded.
 */
const TOUCH = 1e-6;

export interface Watch {
  /** Checks the tick that moved agents from the places of the last call to these. */
  look(tick: Look): void;
  readonly found: Found;
}

export interface Look {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 1: the agent is in the scene. */
  readonly present: Uint8Array;
  /** Infeasible programs of the tick; undefined: unknown. */
  readonly infeasible: number | undefined;
}

/** What a watch has found, over all ticks. */
export interface Found {
  agentSteps: number;
  infeasibleSteps: number;
  /** Moves of a centre across a wall. */
  crossings: number;
  /** How far a disc reached into a wall at most, as a share of the radius. */
  deepestInWall: number;
  /** The greatest overlap of two discs, as a share of the radius. */
  deepestOverlap: number;
  /**
   * `deepestOverlap` in ticks in which every program was feasible. An overlap that begins in a tick
   * with an infeasible program counts as its consequence until no two discs overlap.
   */
  deepestFeasibleOverlap: number;
  /** Ticks in which every program was feasible and no older overlap was left. */
  feasibleTicks: number;
  /** Sum of |Δv| / dt over the steps of agents that moved in the step before. */
  acceleration: number;
  /** Number of these steps. */
  accelerations: number;
}

export function createWatch(scene: Scene): Watch {
  const { agents, traits, dt } = scene;
  const { radius } = traits;
  const walls = wallsOf(scene.obstacles);
  const count = agents.length;
  const fromX = Float64Array.from(agents, ({ x }) => x);
  const fromY = Float64Array.from(agents, ({ y }) => y);
  const [velocityX, velocityY] = [new Float64Array(count), new Float64Array(count)];
  const isMoving = new Uint8Array(count);
  const deepestPair = createPairFinder(2 * radius);
  let clean = true;
  const found: Found = {
    agentSteps: 0,
    infeasibleSteps: 0,
    crossings: 0,
    deepestInWall: 0,
    deepestOverlap: 0,
    deepestFeasibleOverlap: 0,
    feasibleTicks: 0,
    acceleration: 0,
    accelerations: 0,
  };

  const checkWalls = (i: number, x: number, y: number): void => {
    const way = { fromX: fromX[i], fromY: fromY[i], toX: x, toY: y };
    const reach = radius + Math.abs(x - fromX[i]) + Math.abs(y - fromY[i]);
    for (let w = 0; w < walls.count; w++) {
      const [ax, ay, bx, by] = [walls.ax[w], walls.ay[w], walls.bx[w], walls.by[w]];
      if (Math.min(ax, bx) > x + reach || Math.max(ax, bx) < x - reach) continue;
      if (Math.min(ay, by) > y + reach || Math.max(ay, by) < y - reach) continue;
      if (crosses(walls, w, way)) found.crossings++;
      const inside = radius - segmentDistance(walls, w, x, y);
      found.deepestInWall = Math.max(found.deepestInWall, inside / radius);
    }
  };

  const checkMotion = (i: number, x: number, y: number): void => {
    const [vx, vy] = [(x - fromX[i]) / dt, (y - fromY[i]) / dt];
    if (isMoving[i]) {
      found.acceleration += Math.hypot(vx - velocityX[i], vy - velocityY[i]) / dt;
      found.accelerations++;
    }
    isMoving[i] = Number(vx !== 0 || vy !== 0);
    velocityX[i] = vx;
    velocityY[i] = vy;
    fromX[i] = x;
    fromY[i] = y;
  };

  return {
    found,
    look({ x, y, present, infeasible }) {
      for (let i = 0; i < count; i++) {
        if (!present[i]) continue;
        found.agentSteps++;
        checkWalls(i, x[i], y[i]);
        checkMotion(i, x[i], y[i]);
      }
      const deepest = 2 * radius - deepestPair(x, y, present);
      const share = Math.max(0, deepest) / radius;
      found.deepestOverlap = Math.max(found.deepestOverlap, share);
      found.infeasibleSteps += infeasible ?? 0;
      if (infeasible !== 0) clean = false;
      else if (deepest <= TOUCH) clean = true;
      if (!clean) return;
      found.feasibleTicks++;
      found.deepestFeasibleOverlap = Math.max(found.deepestFeasibleOverlap, share);
    },
  };
}
