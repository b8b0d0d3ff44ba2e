import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildProgram,
  type CppProgram,
  findCompiler,
  startProgram,
  TARGETS,
} from './cpp-program.ts';

/** What one run took, each way of a program from an empty field. */
export interface CppStepTimes {
  /** Milliseconds by way: plain, columns, tiled. */
  readonly ms: Readonly<Record<string, number>>;
  /** `hashOfField` of the field that all of them found. */
  readonly hash: number;
}

/** C++ programs that hold a map and wait; they use no time while they wait. */
export interface CppDiffusion {
  readonly compiler: string;
  /** The instruction sets that they are built for. */
  readonly targets: readonly string[];
  /** So many steps by the program for a target. */
  run(target: string, steps: number): Promise<CppStepTimes>;
  /** Ends the programs and removes what was built. */
  close(): Promise<void>;
}

/**
 * Builds native/diffusion.cpp in a temporary folder and starts it on this terrain of n x n cells, the goal
 * in the last one. Undefined where there is no C++ compiler; throws an Error with the compiler's words when it
 * fails.
 */
export async function startCppDiffusion(
  n: number,
  terrain: Float32Array,
): Promise<CppDiffusion | undefined> {
  const compiler = await findCompiler();
  if (compiler === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-native-'));
  const programs = new Map<string, CppProgram<CppStepTimes>>();
  const close = async (): Promise<void> => {
    for (const program of programs.values()) program.end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const file = join(folder, 'terrain');
    await writeFile(file, terrain);
    for (const target of TARGETS) {
      const binary = join(folder, target);
      await buildProgram(compiler, 'diffusion.cpp', target, binary);
      programs.set(target, await startProgram(binary, [String(n), file], target));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    compiler: compiler.version,
    targets: TARGETS,
    run: (target, steps) => programs.get(target)!.ask(steps),
    close,
  };
}
