import { circle, headOn, oneGoal, rvo2Circle, standingCrowd, streams } from './open-scenes.ts';
import type { Scene } from './scene.ts';
import { bend, bothDirections, door, rvo2Blocks, tJunction } from './walled-scenes.ts';

/** The scenes of target 2, or small ones of the same kinds. */
export function allScenes(seed: number, quick: boolean): Scene[] {
  const few = <T>(many: T, small: T): T => (quick ? small : many);
  return [
    few(rvo2Circle(), circle(40)),
    rvo2Blocks('straight'),
    rvo2Blocks('corners'),
    circle(few(1000, 60)),
    circle(few(10_000, 120)),
    headOn(),
    streams(4, few(60, 10), seed),
    streams(8, few(40, 5), seed),
    door(1, few(100, 20)),
    bothDirections(few(100, 15), seed),
    tJunction(few(40, 10)),
    bend(few(60, 15), 2.4),
    standingCrowd(),
    oneGoal(few(500, 40), seed),
  ];
}
