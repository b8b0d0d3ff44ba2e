import { type Graph, writeGraph } from '@wayfield/graph';
import { bytesOf, type CppPrograms, startCpp } from '../run/cpp-programs.ts';

/** What one run of all priority queues from one source took. */
export interface CppTimes {
  /** Milliseconds by `queue, instruction set`. */
  readonly ms: Readonly<Record<string, number>>;
  /** `hashOfDistances` of the distances, which are the same for all queues. */
  readonly hash: number;
}

/** C++ programs that hold a graph and wait for sources. */
export interface CppDijkstra extends Pick<CppPrograms<CppTimes>, 'compiler' | 'close'> {
  /** One-to-all from `source` by every queue and every program, one after another. */
  run(source: number): Promise<CppTimes>;
}

/**
 * native/dijkstra.cpp on `graph`. `bucketsPerUnit` is how many buckets its bucket queue has per
 * unit of cost.
 */
export async function startCppDijkstra(
  graph: Graph,
  bucketsPerUnit: number,
): Promise<CppDijkstra | undefined> {
  const programs = await startCpp<CppTimes>({
    source: 'dijkstra.cpp',
    input: bytesOf(writeGraph(graph)),
    args: ['FILE', String(bucketsPerUnit)],
  });
  if (!programs) return undefined;
  return {
    compiler: programs.compiler,
    async run(source) {
      const ms: Record<string, number> = {};
      let hash: number | undefined;
      for (const set of programs.instructionSets) {
        const answer = await programs.ask(set, source);
        for (const [queue, time] of Object.entries(answer.ms)) ms[`${queue}, ${set}`] = time;
        if (hash !== undefined && hash !== answer.hash) {
          throw new Error(
            `${set}: distances from ${source} hash to ${answer.hash}, expected ${hash}`,
          );
        }
        hash = answer.hash;
      }
      return { ms, hash: hash! };
    },
    close: programs.close,
  };
}

/** FNV-1a over the words of the distances, as the C++ programs count it. */
export function hashOfDistances(dist: Float32Array): number {
  const words = new Uint32Array(dist.buffer, dist.byteOffset, dist.length);
  let hash = 2166136261;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 16777619);
  return hash >>> 0;
}
