// Where agents of a scene want to go: straight to their goal, or along the shortest path over the
// corners of obstacles that the agent's disc can follow (roadmap.ts). Agents that are held up at a
// corner pass it farther out, as far as the way behind the corner is wide.
import type { Scene } from '../scenes/scene.ts';
import { wallsOf } from '../scenes/walls-of.ts';
import { wayIsClear } from '../watch/distances.ts';
import { createRoadmap, type Place } from './roadmap.ts';

/**
 * Room that a way needs, as a multiple of the radius: an agent that touches a wall may leave it.
 */
const WAY_ROOM = 0.95;
/** Ticks between two looks of an agent for its next corner. */
const LOOK_EVERY = 8;
/** An agent that moves at less than this share of its speed is held up. */
const HELD_UP = 0.5;
/** Metres per second by which an agent that is held up moves its way outwards, and back again. */
const OUTWARDS = 0.6;
const BACK = 0.2;

export interface SceneGuide {
  /** Writes the unit vector in which an agent at (x, y) heads to `direction`. */
  head(agent: number, tick: number, x: number, y: number): void;
  readonly direction: { x: number; y: number };
  /** Length of the shortest path from a place to a goal; Infinity where there is none. */
  distance(x: number, y: number, goal: number): number;
}

const TO_GOAL = -1;
const UNSEEN = -2;

export function createGuide(scene: Scene): SceneGuide {
  const { goals, agents, traits, dt } = scene;
  const walls = scene.guidance === 'straight' ? wallsOf([]) : wallsOf(scene.obstacles);
  const room = WAY_ROOM * traits.radius;
  const roadmap = createRoadmap(scene, walls, room);
  const { corners } = roadmap;
  // per agent: the corner it heads for, how far beside it, where it was at the last look
  const next = new Int32Array(agents.length).fill(UNSEEN);
  const lane = new Float64Array(agents.length);
  const lastX = new Float64Array(agents.length).fill(NaN);
  const lastY = new Float64Array(agents.length).fill(NaN);
  const direction = { x: 0, y: 0 };
  const target = { x: 0, y: 0 };

  const look = (agent: number, x: number, y: number): void => {
    const { goal, speed = traits.maxSpeed } = agents[agent];
    const { corner } = roadmap.look(x, y, goal);
    if (corner !== UNSEEN) next[agent] = corner;
    const moved = Math.hypot(x - lastX[agent], y - lastY[agent]);
    const time = LOOK_EVERY * dt;
    const change = moved < HELD_UP * speed * time ? OUTWARDS * time : -BACK * time;
    lane[agent] = Math.max(0, lane[agent] + change);
    lastX[agent] = x;
    lastY[agent] = y;
  };

  /** Writes the point beside the agent's corner that it heads for. */
  const aim = (agent: number, x: number, y: number): void => {
    const { goal } = agents[agent];
    const corner = next[agent];
    const at: Place = corner >= 0 ? corners[corner] : goals[goal];
    target.x = at.x;
    target.y = at.y;
    if (corner < 0) return;
    const { sideX, sideY, width } = roadmap.wayBehind(corner, goal);
    lane[agent] = Math.min(lane[agent], width);
    if (lane[agent] === 0) return;
    const beside = { x: at.x + lane[agent] * sideX, y: at.y + lane[agent] * sideY };
    if (!wayIsClear(walls, room, x, y, beside)) return;
    target.x = beside.x;
    target.y = beside.y;
  };

  return {
    direction,
    head(agent, tick, x, y) {
      if (walls.count === 0) next[agent] = TO_GOAL;
      else {
        const known = next[agent];
        const near = known >= 0 && Math.hypot(corners[known].x - x, corners[known].y - y) < 0.4;
        if (known === UNSEEN || near || (tick + agent) % LOOK_EVERY === 0) look(agent, x, y);
      }
      aim(agent, x, y);
      const length = Math.hypot(target.x - x, target.y - y);
      direction.x = length > 0 ? (target.x - x) / length : 0;
      direction.y = length > 0 ? (target.y - y) / length : 0;
    },
    distance: (x, y, goal) => roadmap.look(x, y, goal).length,
  };
}
