// The crowd of navcat, a JavaScript version of Detour's crowd, driven as recast.ts drives Detour.
import { importNames } from '@wayfield/bench/internal/run/peers/peer';
import type { CrowdProgram, Playing } from '../play/program.ts';
import type { Scene } from '../scenes/scene.ts';
import { groundOf } from './ground.ts';

type Vec3 = [number, number, number];
interface NavcatCrowd {
  readonly agents: Readonly<Record<string, { readonly position: Vec3 }>>;
}
interface Navcat {
  DEFAULT_QUERY_FILTER: unknown;
}
interface Blocks {
  generateSoloNavMesh(
    input: { positions: Float32Array; indices: Uint32Array },
    options: Readonly<Record<string, number>>,
  ): { readonly navMesh: unknown };
  crowd: {
    create(maxAgentRadius: number): NavcatCrowd;
    addAgent(crowd: NavcatCrowd, mesh: unknown, at: Vec3, options: object): string;
    removeAgent(crowd: NavcatCrowd, id: string): boolean;
    requestMoveVelocity(crowd: NavcatCrowd, id: string, velocity: Vec3): boolean;
    update(crowd: NavcatCrowd, mesh: unknown, dt: number): void;
  };
}

/**
 * navcat's update flags: obstacle avoidance (2) alone, since paths and separation are not compared.
 */
const AVOIDANCE = 2;

export const navcatCrowd: CrowdProgram = {
  name: 'navcat',
  async open(scene): Promise<Playing> {
    const { DEFAULT_QUERY_FILTER } = await importNames<Navcat>('navcat');
    const blocks = await importNames<Blocks>('navcat/blocks');
    const mesh = meshOf(scene, blocks);
    const { radius, maxSpeed, neighbourDistance } = scene.traits;
    const crowd = blocks.crowd.create(radius);
    const ids = scene.agents.map(({ x, y }) =>
      blocks.crowd.addAgent(crowd, mesh, [x, 0, y], {
        radius,
        height: 2,
        maxAcceleration: 1000,
        maxSpeed,
        collisionQueryRange: neighbourDistance,
        separationWeight: 0,
        updateFlags: AVOIDANCE,
        queryFilter: DEFAULT_QUERY_FILTER,
      }),
    );
    const left = new Uint8Array(ids.length);
    return {
      prefer: (i, x, y) => void blocks.crowd.requestMoveVelocity(crowd, ids[i], [x, 0, y]),
      step: (dt) => blocks.crowd.update(crowd, mesh, dt),
      positions(x, y) {
        for (const [i, id] of ids.entries()) {
          if (left[i]) continue;
          const place = crowd.agents[id].position;
          x[i] = place[0];
          y[i] = place[2];
        }
      },
      leave(i) {
        left[i] = 1;
        blocks.crowd.removeAgent(crowd, ids[i]);
      },
      infeasible: () => undefined,
      destroy() {},
    };
  },
};

function meshOf(scene: Scene, { generateSoloNavMesh }: Blocks): unknown {
  const { positions, indices, cell } = groundOf(scene);
  const { radius } = scene.traits;
  return generateSoloNavMesh(
    { positions, indices },
    {
      cellSize: cell,
      cellHeight: 0.2,
      walkableRadiusVoxels: Math.round(radius / cell),
      walkableRadiusWorld: radius,
      walkableClimbVoxels: 1,
      walkableClimbWorld: 0.2,
      walkableHeightVoxels: 10,
      walkableHeightWorld: 2,
      walkableSlopeAngleDegrees: 45,
      borderSize: 0,
      minRegionArea: 0,
      mergeRegionArea: 0,
      maxSimplificationError: 1,
      maxEdgeLength: 0,
      maxVerticesPerPoly: 6,
      detailSampleDistance: 6,
      detailSampleMaxError: 1,
    },
  ).navMesh;
}
