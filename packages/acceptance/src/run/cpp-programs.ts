// The C++ programs of native/, each built once per process and instruction set in a temporary
// folder, started on one input and asked line by line.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Flags of the compiler, before `-march`. */
const FLAGS = ['-O3', '-std=c++17'];
/**
 * The instruction sets that are compared: all that this processor has, and those of every x86
 * processor of the last ten years.
 */
const INSTRUCTION_SETS: readonly string[] =
  process.arch === 'x64' ? ['native', 'x86-64-v2'] : ['native'];
/**
 * Milliseconds after which a program without an answer, or not yet ready, is killed. Chosen:
 * answers take seconds.
 */
export const ANSWER_MS = 60_000;
/** Milliseconds after which a compiler is killed. Chosen: building a file takes seconds. */
const BUILD_MS = 300_000;

/** What a C++ program is built from and started with. */
export interface CppInput {
  /** A file of native/. */
  readonly source: string;
  /** Written to a file, whose path replaces `FILE` in `args`. */
  readonly input: Uint8Array | readonly Uint8Array[];
  readonly args: readonly string[];
  /** Default: all that this machine can run. */
  readonly instructionSets?: readonly string[] | undefined;
  /** Folders of a library's sources. */
  readonly includes?: readonly string[];
}

/** One program per instruction set. A waiting program uses no time. */
export interface CppPrograms<Answer> {
  /** The first line of the compiler's `--version`. */
  readonly compiler: string;
  readonly instructionSets: readonly string[];
  /** Sends a number to the program for an instruction set and reads its line of JSON. */
  ask(instructionSet: string, number: number): Promise<Answer>;
  /** Ends the programs and removes their input. */
  close(): Promise<void>;
}

/**
 * Builds and starts a program of native/. Undefined where there is no C++ compiler (`CXX`, else g++
 * or clang++); throws an Error with the compiler's words when it fails.
 */
export async function startCpp<Answer>({
  source,
  input,
  args,
  instructionSets = INSTRUCTION_SETS,
  includes = [],
}: CppInput): Promise<CppPrograms<Answer> | undefined> {
  const compiler = await findCompiler();
  if (compiler === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-native-'));
  const programs = new Map<string, Program<Answer>>();
  const close = async (): Promise<void> => {
    for (const program of programs.values()) program.end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const file = join(folder, 'input');
    await writeFile(file, input);
    const words = args.map((arg) => (arg === 'FILE' ? file : arg));
    for (const set of instructionSets) {
      const binary = await builtCpp(compiler.command, source, { set, includes });
      programs.set(set, await start(binary, words, set));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    compiler: compiler.version,
    instructionSets,
    ask: (set, number) => programs.get(set)!.ask(number),
    close,
  };
}

/** The folder in which programs are built, made for the first one. */
let buildFolder: string | undefined;
/** The path of each built program, by compiler, source and options. */
const built = new Map<string, Promise<string>>();

/** The path of a program of native/, which is built at the first call for its options. */
function builtCpp(
  command: string,
  source: string,
  options: Omit<BuildOptions, 'binary'>,
): Promise<string> {
  const key = JSON.stringify([command, source, options]);
  let path = built.get(key);
  if (!path) {
    const folder = (buildFolder ??= folderUntilExit());
    const binary = join(folder, String(built.size));
    path = buildCpp(command, source, { ...options, binary }).then(() => binary);
    built.set(key, path);
  }
  return path;
}

/** A temporary folder that is removed when this process exits. */
function folderUntilExit(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-native-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A C++ compiler: its command, and the first line of its `--version`. */
export interface Compiler {
  readonly command: string;
  readonly version: string;
}

/** The C++ compiler: `CXX`, else g++ or clang++; undefined where there is none. */
export async function findCompiler(): Promise<Compiler | undefined> {
  const { CXX } = process.env;
  for (const command of CXX ? [CXX] : ['g++', 'clang++']) {
    try {
      const { stdout } = await promisify(execFile)(command, ['--version'], { timeout: ANSWER_MS });
      return { command, version: stdout.split('\n')[0] };
    } catch {
      // this compiler is not installed: try the next one
    }
  }
  return undefined;
}

/** Builds a file of native/ with the processor's instruction set `set`, and folders to include. */
export async function buildCpp(
  command: string,
  source: string,
  { set = 'native', binary, includes = [] }: BuildOptions,
): Promise<void> {
  const file = fileURLToPath(new URL(`../../native/${source}`, import.meta.url));
  const folders = includes.map((folder) => `-I${folder}`);
  try {
    const flags = [...FLAGS, `-march=${set}`, ...folders];
    await promisify(execFile)(command, [...flags, file, '-o', binary], { timeout: BUILD_MS });
  } catch (error) {
    throw new Error(`${command} -march=${set} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

interface BuildOptions {
  readonly set?: string;
  readonly binary: string;
  readonly includes?: readonly string[];
}

/** A process that waits for numbers, one a line, and answers each with a line of JSON. */
interface Program<Answer> {
  ask(number: number): Promise<Answer>;
  end(): void;
}

/** Starts a program and waits for the line of JSON by which it says that it is ready. */
async function start<Answer>(
  binary: string,
  args: readonly string[],
  set: string,
): Promise<Program<Answer>> {
  const child = spawn(binary, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const errors: string[] = [];
  // An error of the process or its stdin that nothing listens to would end this process. `next`
  // rejects where the program has ended.
  child.on('error', ({ message }) => errors.push(message));
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (data: Buffer) => errors.push(String(data)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const timer = setTimeout(() => child.kill(), ANSWER_MS);
    const { value, done } = await lines.next();
    clearTimeout(timer);
    if (done) throw new Error(`the C++ program for ${set} ended: ${errors.join('').trim()}`);
    return JSON.parse(value as string);
  };
  try {
    await once(child, 'spawn');
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Error(`the C++ program for ${set} does not start: ${why}`, { cause });
  }
  await next();
  return {
    ask(number) {
      child.stdin.write(`${number}\n`);
      return next() as Promise<Answer>;
    },
    end: () => void child.stdin.end(),
  };
}

/** The bytes of a typed array, without a copy. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
