import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Graph, writeGraph } from '@wayfield/graph';
import {
  buildProgram,
  type CppProgram,
  findCompiler,
  startProgram,
  TARGETS,
} from './cpp-program.ts';

/** What one run of all queues from one source took. */
export interface CppTimes {
  /** Milliseconds by name: `queue, target of the compiler`. */
  readonly ms: Readonly<Record<string, number>>;
  /** `hashOfDistances` of the tree they all found. */
  readonly hash: number;
}

/** C++ programs that hold a graph and wait for sources; they use no time while they wait. */
export interface CppDijkstra {
  readonly compiler: string;
  /** One-to-all from `source`, once by each queue and each program, one after another. */
  run(source: number): Promise<CppTimes>;
  /** Ends the programs and removes what was built. */
  close(): Promise<void>;
}

/**
 * Builds native/dijkstra.cpp in a temporary folder and starts it on `graph`. `bucketsPerUnit` is how
 * many buckets its bucket queue has per unit of cost. Undefined where there is no C++ compiler
 * (`CXX`, else g++ or clang++); throws an Error with the compiler's words when it fails.
 */
export async function startCppDijkstra(
  graph: Graph,
  bucketsPerUnit: number,
): Promise<CppDijkstra | undefined> {
  const compiler = await findCompiler();
  if (compiler === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-native-'));
  const programs: CppProgram<CppTimes>[] = [];
  const close = async (): Promise<void> => {
    for (const program of programs) program.end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const file = join(folder, 'graph');
    await writeFile(file, writeGraph(graph));
    for (const target of TARGETS) {
      const binary = join(folder, target);
      await buildProgram(compiler, 'dijkstra.cpp', target, binary);
      programs.push(await startProgram(binary, [file, String(bucketsPerUnit)], target));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    compiler: compiler.version,
    async run(source) {
      const ms: Record<string, number> = {};
      let hash: number | undefined;
      for (const program of programs) {
        const answer = await program.ask(source);
        for (const [queue, time] of Object.entries(answer.ms))
          ms[`${queue}, ${program.target}`] = time;
        if (hash !== undefined && hash !== answer.hash) {
          throw new Error(
            `${program.target}: distances from ${source} hash to ${answer.hash}, expected ${hash}`,
          );
        }
        hash = answer.hash;
      }
      return { ms, hash: hash! };
    },
    close,
  };
}

/** FNV-1a over the words of the distances, as the C++ programs count it. */
export function hashOfDistances(dist: Float32Array): number {
  const words = new Uint32Array(dist.buffer, dist.byteOffset, dist.length);
  let hash = 2166136261;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 16777619);
  return hash >>> 0;
}
