// The arguments of the study's program (appendix A, table 12), on the command line and in its
// config file.
import type { GpuAlgorithm } from '@wayfield/gpu';
import { InputError } from '../../run/problems/read-file.ts';

/** One world and how it is measured. */
export interface WorldOptions {
  /** Agents on a random square world of this side, or a scenario file. */
  readonly agents?: number;
  readonly worldsize?: number;
  readonly scenario?: string;
  /** Copies of each agent. */
  readonly scenarioMultiplier: number;
  readonly target: 'CPU' | 'GPU';
  readonly randSeed: number;
  readonly algorithm: GpuAlgorithm;
  readonly neighbourhood: 4 | 8;
  readonly benchmarkIterations: number;
  readonly benchmarkCSVFormat: 'english' | 'german';
  readonly benchmarkCSVFile?: string;
  readonly gpuForceBlockDim?: number;
  readonly gpuForceMemUsage?: number;
  readonly gpuForceSMEM: boolean;
}

/** The study's arguments by name in lower case, with their meanings. */
export const WORLD_ARGUMENTS: readonly (readonly [name: string, what: string])[] = [
  [
    'configfile',
    'a file with a line Argument=Value for each of these; default config.ini, if there is one',
  ],
  ['agents', 'number of agents, with --worldsize'],
  ['worldsize', 'cells along a side of the random world, with --agents'],
  ['scenario', 'a scenario file, instead of --agents and --worldsize'],
  ['scenarioMultiplier', 'how often each agent is there'],
  ['target', 'CPU (default) or GPU; CUDA and OpenCL mean the GPU'],
  ['randSeed', 'of the random world, default 1'],
  ['algorithm', 'A* (default), BFS: greedy best-first search, or Dijkstra'],
  ['neighbourhood', 'Neumann (default): 4, or Moore: 8 neighbours'],
  ['benchmarkIterations', 'passes over all agents, default 20'],
  ['benchmarkCSVFormat', 'english (default) or german'],
  ['benchmarkCSVFile', 'the CSV file; default: by format, time, algorithm, agents and scenario'],
  ['GPUforceBlockDim', 'invocations of a workgroup, at most'],
  ['GPUforceMemUsage', 'bytes of GPU memory for the searches, at most'],
  ['GPUforceSMEM', 'searches in workgroup memory; with GPUforceBlockDim = scenarioMultiplier'],
  ['benchmark', 'taken and without effect: nothing but the benchmark is here'],
  ['windowWidth', 'taken and without effect: there is no window'],
  ['windowHeight', 'taken and without effect: there is no window'],
];
/** Arguments about the study's window. */
const WINDOW = ['benchmark', 'windowWidth', 'windowHeight'];
const MOST_PIXELS = 65_536;

/** Arguments by name in lower case, with the text as written. */
export type RawArguments = ReadonlyMap<string, string>;

/** `Argument = Value # comment`, where `#` within quotes is part of the value. */
const LINE = /^(\w+)\s*=\s*("[^"]*"|'[^']*'|[^"'#][^#]*|)\s*(?:#.*)?$/;

/**
 * Reads a config file: `{Argument}={Value}`, `#` to the end of a line is a comment, values may be
 * quoted.
 */
export function parseConfigFile(text: string, path: string): RawArguments {
  const found = new Map<string, string>();
  text.split(/\r?\n/).forEach((whole, i) => {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) return;
    const [, name, value] = LINE.exec(line) ?? [];
    if (name === undefined)
      throw new InputError(`${path}, line ${i + 1}: '${line}', expected Argument=Value`);
    const key = name.toLowerCase();
    const known = WORLD_ARGUMENTS.some(
      ([one]) => one.toLowerCase() === key && key !== 'configfile',
    );
    if (!known) throw new InputError(`${path}, line ${i + 1}: there is no argument '${name}'`);
    found.set(key, value.trim().replace(/^(["'])(.*)\1$/, '$2'));
  });
  return found;
}

/** The given arguments that have no effect here. */
export function withoutMeaning(...given: readonly RawArguments[]): string[] {
  return WINDOW.filter((name) => given.some((raw) => raw.has(name.toLowerCase())));
}

/** The arguments of a world that is drawn, and of one that is read: either list is enough. */
const DRAWN = ['agents', 'worldsize'];
const READ = ['scenario'];

/**
 * The world that arguments ask for. The command line takes precedence over the file; a scenario on
 * the command line also replaces the file's agents and worldsize, and the reverse. Throws
 * InputError for impossible values.
 */
export function worldOptions(file: RawArguments, commandLine: RawArguments): WorldOptions {
  const asked = (names: readonly string[]): boolean => names.some((name) => commandLine.has(name));
  const overridden = [...(asked(DRAWN) ? READ : []), ...(asked(READ) ? DRAWN : [])];
  const of = (name: string): string | undefined => {
    const key = name.toLowerCase();
    return commandLine.get(key) ?? (overridden.includes(key) ? undefined : file.get(key));
  };
  const whole = (name: string, least: number, most: number): number | undefined => {
    const text = of(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InputError(`${name} is '${text}', expected a whole number in ${least} .. ${most}`);
    }
    return value;
  };
  const oneOf = <T>(name: string, known: Readonly<Record<string, T>>, missing: T): T => {
    const text = of(name);
    if (text === undefined) return missing;
    const key = Object.keys(known).find((one) => one.toLowerCase() === text.toLowerCase());
    if (key === undefined) {
      throw new InputError(`${name} is '${text}', expected ${Object.keys(known).join(', ')}`);
    }
    return known[key];
  };
  const agents = whole('agents', 1, 1e8);
  const worldsize = whole('worldsize', 1, 16_384);
  const scenario = of('scenario');
  if (
    scenario === undefined
      ? !(agents && worldsize)
      : agents !== undefined || worldsize !== undefined
  ) {
    throw new InputError('either scenario, or agents and worldsize together');
  }
  const scenarioMultiplier = whole('scenarioMultiplier', 1, 1e8) ?? 1;
  const gpuForceBlockDim = whole('GPUforceBlockDim', 1, 65_536);
  const gpuForceMemUsage = whole('GPUforceMemUsage', 1, 2 ** 40);
  const gpuForceSMEM = oneOf(
    'GPUforceSMEM',
    { true: true, 1: true, false: false, 0: false },
    false,
  );
  if (gpuForceSMEM && (gpuForceBlockDim === undefined || gpuForceBlockDim !== scenarioMultiplier)) {
    throw new InputError(
      'GPUforceSMEM needs GPUforceBlockDim and scenarioMultiplier, both the same: they are ' +
        `${gpuForceBlockDim ?? 'not given'} and ${scenarioMultiplier}`,
    );
  }
  oneOf('benchmark', { true: true, 1: true, false: false, 0: false }, true);
  for (const name of ['windowWidth', 'windowHeight']) whole(name, 1, MOST_PIXELS);
  const csvFile = of('benchmarkCSVFile');
  return {
    ...(agents !== undefined && { agents }),
    ...(worldsize !== undefined && { worldsize }),
    ...(scenario !== undefined && { scenario }),
    scenarioMultiplier,
    target: oneOf('target', { CPU: 'CPU', GPU: 'GPU', CUDA: 'GPU', OpenCL: 'GPU' } as const, 'CPU'),
    randSeed: whole('randSeed', 0, 2 ** 32 - 1) ?? 1,
    algorithm: oneOf(
      'algorithm',
      { 'A*': 'astar', BFS: 'greedy', Dijkstra: 'dijkstra' } as const,
      'astar',
    ),
    neighbourhood: oneOf('neighbourhood', { Neumann: 4, Moore: 8 } as const, 4),
    benchmarkIterations: whole('benchmarkIterations', 1, 1e6) ?? 20,
    benchmarkCSVFormat: oneOf(
      'benchmarkCSVFormat',
      { english: 'english', german: 'german' } as const,
      'english',
    ),
    ...(csvFile !== undefined && { benchmarkCSVFile: csvFile }),
    ...(gpuForceBlockDim !== undefined && { gpuForceBlockDim }),
    ...(gpuForceMemUsage !== undefined && { gpuForceMemUsage }),
    gpuForceSMEM,
  };
}
