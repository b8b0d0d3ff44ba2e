import type { Circles } from '@wayfield/bench/internal/bodies/measure/worlds';
import { bytesOf, type CppPrograms, startCpp } from '../run/cpp-programs.ts';

/** The time of one run of native/collision.cpp, and the pairs that it found. */
export interface CppPairs {
  readonly ms: number;
  readonly pairs: number;
  /** `hashOfPairs` of the pairs. */
  readonly hash: number;
}

/**
 * native/collision.cpp on two states of the same circles or spheres. A program that is asked for
 * state 0 or 1 finds all pairs of that state from scratch.
 */
export function startCppCollision(
  states: readonly [Circles, Circles],
  instructionSets?: readonly string[],
): Promise<CppPrograms<CppPairs> | undefined> {
  const [{ count, z }] = states;
  const head = new Uint32Array([z ? 3 : 2, count]);
  const columns = states.flatMap((one) =>
    one.z ? [one.x, one.y, one.z, one.radius] : [one.x, one.y, one.radius],
  );
  return startCpp({
    source: 'collision.cpp',
    input: [head, ...columns].map(bytesOf),
    args: ['FILE'],
    instructionSets,
  });
}

/** A hash of pairs that is the same for every order of the pairs, and of the slots in a pair. */
export function hashOfPairs(slots: ArrayLike<number>, pairs: number): number {
  let hash = 0;
  for (let i = 0; i < 2 * pairs; i += 2) {
    const a = Math.min(slots[i], slots[i + 1]);
    const b = Math.max(slots[i], slots[i + 1]);
    let m = Math.imul(a, 2654435761) ^ Math.imul(b, 2246822519);
    m = Math.imul(m ^ (m >>> 15), 2246822519);
    hash = (hash + (m ^ (m >>> 13))) >>> 0;
  }
  return hash;
}
