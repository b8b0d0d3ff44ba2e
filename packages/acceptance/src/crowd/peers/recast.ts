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

/** Steering alone: obstacle avoidance (2) of Detour's update flags. */
const AVOIDANCE = 2;

export const recastCrowd: CrowdProgram = {
  name: 'recast-navigation',
  async open(scene): Promise<Playing> {
    const { init, Crowd } = await importNames<Recast>('recast-navigation');
    const generators = await importNames<RecastGenerators>('recast-navigation/generators');
    await init();
    const navMesh = meshOf(scene, generators);
    const { radius, maxSpeed, neighbourDistance } = scene.traits;
    const maxAgents = scene.agents.length;
    const crowd = new Crowd(navMesh, { maxAgents, maxAgentRadius: radius });
    const agents = scene.agents.map(({ x, y }) =>
      crowd.addAgent(
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
    const left = new Uint8Array(maxAgents);
    return {
      prefer: (i, x, y) => void agents[i].requestMoveVelocity({ x, y: 0, z: y }),
      step: (dt) => crowd.update(dt),
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
        crowd.removeAgent(agents[i]);
      },
      infeasible: () => undefined,
      destroy() {
        crowd.destroy();
        navMesh.destroy();
      },
    };
  },
};

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
