// Drags the start or the goal with the pointer.
import type { ScenePointer } from '../scene.ts';
import type { MeshModel } from './model.ts';
import type { MeshPicture } from './picture.ts';

/** Pixels of the page within which an end is hit. */
const FINGER = 16;

/** Moves an end with the pointer; true if the pointer holds one. */
export function createEndDrag(
  model: MeshModel,
  picture: MeshPicture,
  radius: () => number,
): (pointer: ScenePointer) => boolean {
  let held = -1;
  let origin = model.ends;
  return ({ phase, x, y, unit }) => {
    if (phase === 'down') {
      const near = Math.max(FINGER * unit, radius());
      const { ends } = model;
      held = [0, 1].findIndex((i) => Math.hypot(ends[2 * i] - x, ends[2 * i + 1] - y) < near);
    }
    if (held < 0) return false;
    if (phase === 'down') origin = model.ends;
    else {
      picture.end(held, [x, y]);
      model.moveEnds(model.ends.with(2 * held, x).with(2 * held + 1, y));
    }
    if (phase === 'up') {
      held = -1;
      model.endsMoved(origin);
    }
    return true;
  };
}
