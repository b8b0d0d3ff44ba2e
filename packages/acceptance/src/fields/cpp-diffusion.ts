import { bytesOf, type CppPrograms, startCpp } from '../run/cpp-programs.ts';

/** What the variants of a program took, each for the same number of steps from an empty field. */
export interface CppStepTimes {
  /** Milliseconds by variant: plain, columns, tiled. */
  readonly ms: Readonly<Record<string, number>>;
  /** `hashOfField` of the field, which is the same for all variants. */
  readonly hash: number;
}

/**
 * native/diffusion.cpp on a terrain of n x n cells, with the goal in the last cell. The number that
 * `ask` sends is how many steps each variant runs, from an empty field.
 */
export function startCppDiffusion(
  n: number,
  terrain: Float32Array,
): Promise<CppPrograms<CppStepTimes> | undefined> {
  const args = [String(n), 'FILE'];
  return startCpp({ source: 'diffusion.cpp', input: bytesOf(terrain), args });
}
