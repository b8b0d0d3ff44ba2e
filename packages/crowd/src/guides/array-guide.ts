// `createArrayGuide` and `joinGuides`: guides that plan nothing themselves.
import { callback, checkLength, list, object, refuse, typed } from '@wayfield/check';
import type { CrowdAgents, Guide } from '../types.ts';
import { checkCrowd, checkSame } from './members.ts';
import { GUIDE_KIND, readState, writeState } from './state.ts';
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
 * const id = crowd.add({ x: 1, y: 1 });
 * for (let tick = 0; tick < 60; tick++) crowd.step(1 / 60);
 * console.log(crowd.x[crowd.slotOf(id)] > 2); // true
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
 * Joins several guides to one, each for its own agents. They are updated in this order: if two
 * guides steer one agent, the later one decides. An array guide writes all slots, so put it first.
 * Snapshots hold the states of all guides.
 *
 * @throws TypeError for a value that is not a list of guides.
 *
 * @example
 * const still = new Float32Array(crowd.capacity);
 * const visitors = createArrayGuide(crowd, still, still);
 * const staff = createPathGuide(crowd, { plan: (requests) => polyanya.run(requests) });
 * crowd.follow(joinGuides([visitors, staff]));
 * crowd.step(1 / 60);
 */
export function joinGuides(guides: readonly Guide[]): Guide {
  list(guides, 'guides');
  for (let k = 0; k < guides.length; k++) guideRule(guides[k], `guides[${k}]`);
  const all = [...guides];
  return {
    update(crowd: CrowdAgents, dt: number) {
      for (let k = 0; k < all.length; k++) all[k].update(crowd, dt);
    },
    snapshot() {
      const states = all.map((guide) => guide.snapshot?.() ?? new Uint8Array(0));
      const sizes = Float64Array.from(states, ({ length }) => length);
      return writeState(GUIDE_KIND.joined, states, sizes);
    },
    restore(bytes: Uint8Array) {
      const states = statesOf(bytes, all.length);
      // if one guide refuses its state, the guides before it get their old states back
      const before = all.map((guide) => guide.snapshot?.());
      try {
        all.forEach((guide, k) => guide.restore?.(states[k]));
      } catch (error) {
        all.forEach((guide, k) => before[k] && guide.restore?.(before[k]));
        throw error;
      }
    },
  };
}

/** The states of joined guides, in order. */
function statesOf(bytes: Uint8Array, count: number): Uint8Array[] {
  // behind the header (16 bytes) and the sizes (f64 each) follow the states of the guides
  const rest = bytes instanceof Uint8Array ? Math.max(0, bytes.length - 16 - 8 * count) : 0;
  const sizes = readState(GUIDE_KIND.joined, [new Uint8Array(rest)], bytes).numbers;
  let at = 16 + 8 * count;
  const states = Array.from(sizes, (size) => bytes.slice(at, (at += size)));
  if (states.length !== count || at !== bytes.length)
    refuse('bytes', states.length, `the states of ${count} guides`);
  return states;
}
