import { createCrowd } from '@wayfield/crowd';
import type { Scene } from '../scenes/scene.ts';
import { wallsOf } from '../scenes/walls-of.ts';
import type { CrowdProgram, Playing } from './program.ts';

/** What crowds of @wayfield/crowd have in common, on one thread or on several. */
interface AnyCrowd {
  readonly positionX: Float64Array;
  readonly positionY: Float64Array;
  readonly preferredX: Float32Array;
  readonly preferredY: Float32Array;
  add(agent: object): number;
  remove(id: number): void;
  slotOf(id: number): number;
  hash(): number;
  destroy(): void | Promise<void>;
  step(dt: number): { readonly infeasible: number } | Promise<{ readonly infeasible: number }>;
}

/** Moves a whole scene, to play it far from the origin. */
export interface Origin {
  readonly x: number;
  readonly y: number;
}

/** @wayfield/crowd on one thread. */
export const wayfieldCrowd: CrowdProgram = {
  name: 'wayfield',
  open: (scene) => Promise.resolve(openAt(scene, { x: 0, y: 0 })),
};

/** `wayfieldCrowd` with the scene's origin at another place: far away f32 would lose digits. */
export function wayfieldAt(origin: Origin): CrowdProgram {
  return { name: 'wayfield', open: (scene) => Promise.resolve(openAt(scene, origin)) };
}

function openAt(scene: Scene, origin: Origin): Playing {
  return playOn(
    createCrowd(worldOf(scene, origin), {
      capacity: scene.agents.length,
      headway: scene.headway,
    }),
    scene,
    origin,
  );
}

/** The walls of a scene around an origin. */
export function worldOf(scene: Scene, { x, y }: Origin): { walls: ReturnType<typeof wallsOf> } {
  const moved = scene.obstacles.map((ring) => ring.map((at, i) => at + (i % 2 ? y : x)));
  return { walls: wallsOf(moved) };
}

/** Adds the agents of a scene to an empty crowd. */
export function playOn(crowd: AnyCrowd, scene: Scene, origin: Origin): Playing {
  const ids = scene.agents.map(({ x, y }) =>
    crowd.add({ ...scene.traits, x: x + origin.x, y: y + origin.y }),
  );
  const slots = Int32Array.from(ids, (id) => crowd.slotOf(id));
  const left = new Uint8Array(ids.length);
  let infeasible = 0;
  return {
    prefer(i, x, y) {
      crowd.preferredX[slots[i]] = x;
      crowd.preferredY[slots[i]] = y;
    },
    async step(dt) {
      ({ infeasible } = await crowd.step(dt));
    },
    positions(x, y) {
      for (let i = 0; i < ids.length; i++) {
        if (left[i]) continue;
        x[i] = crowd.positionX[slots[i]] - origin.x;
        y[i] = crowd.positionY[slots[i]] - origin.y;
      }
    },
    leave(i) {
      left[i] = 1;
      crowd.remove(ids[i]);
    },
    infeasible: () => infeasible,
    hash: () => crowd.hash(),
    destroy: () => crowd.destroy(),
  };
}
