// The crowd of recast-navigation (Detour), driven by preferred velocities as ours is. Its avoidance
// samples velocities; `obstacleAvoidanceType` 3 is its best one.
import { importNames } from '@wayfield/bench/internal/run/peers/peer';
import type { CrowdProgram, Playing } from '../play/program.ts';
import type { Scene } from '../scenes/scene.ts';
import { groundOf } from './ground.ts';

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface Agent {
  requestMoveVelocity(velocity: Vector): boolean;
  position(): Vector;
}
interface RecastCrowd {
  addAgent(position: Vector, options: Readonly<Record<string, number>>): Agent;
  removeAgent(agent: Agent): void;
  update(dt: number): void;
  destroy(): void;
}
interface Recast {
  init(): Promise<void>;
  Crowd: new (
    mesh: { destroy(): void },
    options: { readonly maxAgents: number; readonly maxAgentRadius: number },
  ) => RecastCrowd;
}
interface RecastGenerators {
  generateSoloNavMesh(
    positions: Float32Array,
    indices: Uint32Array,
    config: Readonly<Record<string, number>>,
  ): { readonly success: boolean; readonly navMesh: { destroy(): void }; readonly error?: string };
}

/**
 * Detour's update flags: obstacle avoidance (2) alone, since paths and separation are not compared.
 */
const AVOIDANCE = 2;
/**
 * The most agents of one crowd of Detour. Its grid has room for 4 cells per agent, and numbers them
 * in 16 bits, where 65,535 ends a list.
 */
const MOST_AGENTS = 16_383;

/**
 * A scene of more than `MOST_AGENTS` agents is played by several crowds, one for each band of the
 * ground. Agents of two bands do not see each other, which saves time.
 */
export const recastCrowd: CrowdProgram = {
  name: 'recast-navigation',
  note({ agents }) {
    const bands = Math.ceil(agents.length / MOST_AGENTS);
    return bands > 1 ? `${bands} crowds of at most ${MOST_AGENTS} agents` : undefined;
  },
  async open(scene): Promise<Playing> {
    const { init, Crowd } = await importNames<Recast>('recast-navigation');
    const generators = await importNames<RecastGenerators>('recast-navigation/generators');
    await init();
    const navMesh = meshOf(scene, generators);
    const { radius, maxSpeed, neighbourDistance } = scene.traits;
    const count = scene.agents.length;
    const maxAgents = Math.min(count, MOST_AGENTS);
    const crowdOf = bandsOf(scene, maxAgents);
    const crowds = Array.from(
      { length: Math.ceil(count / maxAgents) },
      () => new Crowd(navMesh, { maxAgents, maxAgentRadius: radius }),
    );
    const agents = scene.agents.map(({ x, y }, i) =>
      crowds[crowdOf[i]].addAgent(
        { x, y: 0, z: y },
        {
          radius,
          height: 2,
          maxAcceleration: 1000,
          maxSpeed,
          collisionQueryRange: neighbourDistance,
          pathOptimizationRange: 0,
          separationWeight: 0,
          updateFlags: AVOIDANCE,
          obstacleAvoidanceType: 3,
        },
      ),
    );
    const left = new Uint8Array(count);
    return {
      prefer: (i, x, y) => void agents[i].requestMoveVelocity({ x, y: 0, z: y }),
      step(dt) {
        for (const crowd of crowds) crowd.update(dt);
      },
      positions(x, y) {
        for (const [i, agent] of agents.entries()) {
          if (left[i]) continue;
          const place = agent.position();
          x[i] = place.x;
          y[i] = place.z;
        }
      },
      leave(i) {
        left[i] = 1;
        crowds[crowdOf[i]].removeAgent(agents[i]);
      },
      infeasible: () => undefined,
      destroy() {
        for (const crowd of crowds) crowd.destroy();
        navMesh.destroy();
      },
    };
  },
};

/** The band of each agent: agents are sorted by y, and each band takes the next `most` of them. */
export function bandsOf({ agents }: Scene, most: number): Uint32Array {
  const byY = Uint32Array.from(agents.keys()).sort((a, b) => agents[a].y - agents[b].y);
  const bands = new Uint32Array(agents.length);
  for (const [rank, i] of byY.entries()) bands[i] = Math.floor(rank / most);
  return bands;
}

function meshOf(scene: Scene, { generateSoloNavMesh }: RecastGenerators): { destroy(): void } {
  const { positions, indices, cell } = groundOf(scene);
  const { success, navMesh, error } = generateSoloNavMesh(positions, indices, {
    cs: cell,
    ch: 0.2,
    walkableSlopeAngle: 45,
    walkableHeight: 10,
    walkableClimb: 1,
    walkableRadius: Math.round(scene.traits.radius / cell),
    maxEdgeLen: 0,
    maxSimplificationError: 1,
    minRegionArea: 0,
    mergeRegionArea: 0,
    maxVertsPerPoly: 6,
    detailSampleDist: 6,
    detailSampleMaxError: 1,
  });
  if (!success) throw new Error(`recast-navigation made no mesh: ${error}`);
  return navMesh;
}
