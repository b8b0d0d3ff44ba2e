import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Circles } from '../collision/worlds.ts';
import {
  buildProgram,
  type CppProgram,
  findCompiler,
  startProgram,
  TARGETS,
} from './cpp-program.ts';

/** What one run took and found. */
export interface CppPairs {
  readonly ms: number;
  readonly pairs: number;
  /** `hashOfPairs` of the pairs. */
  readonly hash: number;
}

/** C++ programs that hold two states of circles and wait; they use no time while they wait. */
export interface CppCollision {
  readonly compiler: string;
  /** The instruction sets that they are built for. */
  readonly targets: readonly string[];
  /** All pairs of a state, from scratch, by the program for a target. */
  run(target: string, state: 0 | 1): Promise<CppPairs>;
  /** Ends the programs and removes what was built. */
  close(): Promise<void>;
}

/**
 * Builds native/collision.cpp in a temporary folder and starts it on two states of the same circles or
 * spheres, once for each target. Undefined where there is no C++ compiler; throws an Error with the
 * compiler's words when it fails.
 */
export async function startCppCollision(
  states: readonly [Circles, Circles],
  targets: readonly string[] = TARGETS,
): Promise<CppCollision | undefined> {
  const compiler = await findCompiler();
  if (compiler === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-native-'));
  const programs = new Map<string, CppProgram<CppPairs>>();
  const close = async (): Promise<void> => {
    for (const program of programs.values()) program.end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const file = join(folder, 'states');
    const [{ count, z }] = states;
    const columns = states.flatMap((one) =>
      one.z ? [one.x, one.y, one.z, one.radius] : [one.x, one.y, one.radius],
    );
    const head = new Uint32Array([z ? 3 : 2, count]);
    const bytes = ({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array): Uint8Array =>
      new Uint8Array(buffer, byteOffset, byteLength);
    await writeFile(file, [head, ...columns].map(bytes));
    for (const target of targets) {
      const binary = join(folder, target);
      await buildProgram(compiler, 'collision.cpp', target, binary);
      programs.set(target, await startProgram(binary, [file], target));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    compiler: compiler.version,
    targets,
    run: (target, state) => programs.get(target)!.ask(state),
    close,
  };
}

/** As the C++ programs count it: the same for every order of the pairs, and of the slots in a pair. */
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
