import { callback, checkLength, list, object, typed } from '@wayfield/check';
import type { CrowdAgents, Guide } from '../types.ts';
import { checkCrowd, checkSame } from './members.ts';
import type { GuidedCrowd } from './types.ts';

const floats = /* @__PURE__ */ typed(Float32Array);
const guideRule = /* @__PURE__ */ object({ update: callback }, 'a Guide');

/**
 * A guide that copies preferred velocities from two arrays, by slot, at each update: for arrays
 * that are written elsewhere, such as by another thread or a simulation.
 *
 * @throws RangeError for arrays whose length is not the capacity of the crowd.
 *
 * @example
 * const x = new Float32Array(crowd.capacity).fill(1.3);
 * crowd.follow(createArrayGuide(crowd, x, new Float32Array(crowd.capacity)));
 */
export function createArrayGuide(
  crowd: GuidedCrowd,
  x: Float32Array<ArrayBufferLike>,
  y: Float32Array<ArrayBufferLike>,
): Guide {
  checkCrowd(crowd);
  floats(x, 'x');
  floats(y, 'y');
  checkLength(x, crowd.capacity, 'x');
  checkLength(y, crowd.capacity, 'y');
  return {
    update(other) {
      checkSame(other, crowd);
      crowd.preferredX.set(x);
      crowd.preferredY.set(y);
    },
  };
}

/**
 * Several guides as one, each for its own agents: they are updated in this order.
 *
 * @example
 * crowd.follow(joinGuides([visitors, staff]));
 */
export function joinGuides(guides: readonly Guide[]): Guide {
  list(guides, 'guides');
  for (let k = 0; k < guides.length; k++) guideRule(guides[k], `guides[${k}]`);
  const all = [...guides];
  return {
    update(crowd: CrowdAgents, dt: number) {
      for (let k = 0; k < all.length; k++) all[k].update(crowd, dt);
    },
  };
}
