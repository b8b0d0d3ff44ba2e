// C++ programs of native/: built in a temporary folder, started, asked line by line.
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FLAGS = ['-O3', '-std=c++17'];
/** The instruction sets compared: whatever this processor has, and what every x86 of ten years has. */
export const TARGETS: readonly string[] =
  process.arch === 'x64' ? ['native', 'x86-64-v2'] : ['native'];
const RUN_MS = 60_000;

export interface Compiler {
  readonly command: string;
  /** The first line of its `--version`. */
  readonly version: string;
}

/** `CXX`, else g++ or clang++; undefined where there is none. */
export async function findCompiler(): Promise<Compiler | undefined> {
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

/** Builds native/`source` for this target. Throws an Error with the compiler's words when it fails. */
export async function buildProgram(
  compiler: Compiler,
  source: string,
  target: string,
  binary: string,
): Promise<void> {
  const file = fileURLToPath(new URL(`../../native/${source}`, import.meta.url));
  const { command } = compiler;
  try {
    await promisify(execFile)(command, [...FLAGS, `-march=${target}`, file, '-o', binary]);
  } catch (error) {
    throw new Error(`${command} -march=${target} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** A program that waits for numbers, one a line, and answers each with a line of JSON. */
export interface CppProgram<Answer> {
  readonly target: string;
  ask(number: number): Promise<Answer>;
  end(): void;
}

/** Starts a program and waits until it says that it is ready. */
export async function startProgram<Answer>(
  binary: string,
  args: readonly string[],
  target: string,
): Promise<CppProgram<Answer>> {
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
    ask(number) {
      child.stdin.write(`${number}\n`);
      return next() as Promise<Answer>;
    },
    end() {
      child.stdin.end();
    },
  };
}
