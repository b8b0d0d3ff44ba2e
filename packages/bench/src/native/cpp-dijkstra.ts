import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Graph, writeGraph } from '@wayfield/graph';

const SOURCE = fileURLToPath(new URL('../../native/dijkstra.cpp', import.meta.url));
const FLAGS = ['-O3', '-std=c++17'];
/** The instruction sets compared: whatever this processor has, and what every x86 of ten years has. */
const TARGETS = process.arch === 'x64' ? ['native', 'x86-64-v2'] : ['native'];
const RUN_MS = 60_000;

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
  const programs: CppProgram[] = [];
  const close = async (): Promise<void> => {
    for (const program of programs) program.end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const file = join(folder, 'graph');
    await writeFile(file, writeGraph(graph));
    for (const target of TARGETS) {
      const binary = join(folder, target);
      await build(compiler.command, target, binary);
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

async function findCompiler(): Promise<{ command: string; version: string } | undefined> {
  const { CXX } = process.env;
  for (const command of CXX ? [CXX] : ['g++', 'clang++']) {
    try {
      const { stdout } = await promisify(execFile)(command, ['--version']);
      return { command, version: stdout.split('\n')[0] };
    } catch {
      // not there: try the next
    }
  }
  return undefined;
}

async function build(compiler: string, target: string, binary: string): Promise<void> {
  try {
    await promisify(execFile)(compiler, [...FLAGS, `-march=${target}`, SOURCE, '-o', binary]);
  } catch (error) {
    throw new Error(`${compiler} -march=${target} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

interface CppProgram {
  readonly target: string;
  ask(source: number): Promise<CppTimes>;
  end(): void;
}

async function startProgram(binary: string, args: string[], target: string): Promise<CppProgram> {
  const child = spawn(binary, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (data: Buffer) => errors.push(String(data)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const timer = setTimeout(() => child.kill(), RUN_MS);
    const { value, done } = await lines.next();
    clearTimeout(timer);
    if (done) throw new Error(`the C++ program for ${target} ended: ${errors.join('').trim()}`);
    return JSON.parse(value as string);
  };
  await next();
  return {
    target,
    ask(source) {
      child.stdin.write(`${source}\n`);
      return next() as Promise<CppTimes>;
    },
    end() {
      child.stdin.end();
    },
  };
}
