import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { DiffusionOptions, Method, Metric, Rule, SettleOptions } from '@wayfield/diffusion';
import { type Backend, BACKENDS } from './measure/backends.ts';
import { checkAgainstPlain } from './measure/check-plain.ts';
import { diffusionExperiment } from './tables/experiment.ts';
import { measureDiffusion } from './measure/measure.ts';
import { type PathQuality, pathQuality } from './measure/path-quality.ts';
import { drawPicture, type PictureInput } from './tables/picture.ts';
import {
  diffusionProblem,
  generateMap,
  MAP_KINDS,
  type MapKind,
  readDiffusionMap,
  studyMapFile,
} from './measure/problem.ts';
import { formatPathCsv } from './tables/path-csv.ts';
import { type PrintedDiffusion, printDiffusion } from './tables/tables.ts';
import { describeDevice } from '../gpu/device.ts';
import { InputError } from '../run/problems/read-file.ts';
import { describeMachine, formatMachine, readCommit } from '../report/machine.ts';
import { createTerminal } from '../report/terminal.ts';
import { mapPicture } from '../report/results/pictures.ts';
import { type ExperimentOrigin, writeExperiment } from '../report/results/write-experiment.ts';
import type { CommandBuilder, Environment } from '../run/commands/environment.ts';
import { pageOption, positive, seedOption, wholeNumber } from '../run/commands/options.ts';

interface Flags {
  readonly map?: string;
  readonly study?: number;
  readonly kind: MapKind;
  readonly size: number;
  readonly seed: number;
  readonly neighbours: string;
  readonly rule: Rule;
  readonly rate?: number;
  readonly border: 'zero' | 'clamp';
  readonly precision: 'f32' | 'log';
  readonly keepTiny?: boolean;
  readonly method: Method;
  readonly metric?: Metric;
  readonly layers: number;
  readonly goal?: readonly Place[];
  readonly start?: readonly Place[];
  readonly backend: Backend | 'all';
  readonly threads: number;
  readonly steps?: number;
  readonly until: 'front' | 'residual';
  readonly tolerance?: number;
  readonly limit?: number;
  readonly repeat: number;
  readonly json?: string;
  readonly report?: string;
  readonly csv?: string;
  readonly png?: string;
  readonly scale?: number;
}

const PACKAGES = ['@wayfield/graph', '@wayfield/cpu-wasm', '@wayfield/diffusion', 'webgpu'];
/** Cells of the largest map that a page shows. */
const MOST_DRAWN = 4e6;
const CAPTION =
  'Left: the map, with impassable cells in grey and growing costs from green over yellow ' +
  'to blue; ' +
  'right: the field, brighter near the goal. White: the paths along the field; black: the ' +
  'paths of ' +
  'least cost, where they differ.';

/** x, y. */
type Place = readonly [number, number];

function parsePlace(text: string, before: readonly Place[] = []): Place[] {
  const match = /^(\d+),(\d+)$/.exec(text);
  if (!match) throw new InvalidArgumentError('Expected two whole numbers: X,Y.');
  return [...before, [Number(match[1]), Number(match[2])]];
}

/** `wayfield-bench diffusion`: fields on one map by every backend, and the paths on them. */
export const diffusionCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('diffusion')
    .description(
      'settles fields on a map by every backend, compares them, and judges the paths on them',
    )
    .allowExcessArguments(false);
  for (const option of [
    ...mapOptions(),
    ...fieldOptions(),
    ...placeOptions(),
    ...runOptions(),
    ...outputOptions(),
  ])
    command.addOption(option);
  return command.action(async (flags: Flags) => finish(await runDiffusion(environment, flags)));
};

/** Options that choose the map. */
function mapOptions(): Option[] {
  return [
    new Option(
      '--map <file>',
      'a MovingAI .map, or a .csv with the cost of each cell, 0 = impassable',
    ),
    new Option('--study <n>', "one of McMillan's six maps of 32 x 32 cells").argParser(
      wholeNumber(1, 6),
    ),
    new Option('--kind <kind>', 'what to generate without a file')
      .choices([...MAP_KINDS])
      .default('landscape'),
    new Option('--size <n>', 'cells of a side of the generated map')
      .argParser(wholeNumber(1, 16384))
      .default(96),
    seedOption('the generated map'),
  ];
}

/** Options that choose the field. */
function fieldOptions(): Option[] {
  return [
    new Option('--neighbours <n>', 'neighbours of a cell').choices(['4', '8']).default('8'),
    new Option('--rule <rule>', 'how a step mixes a cell with its neighbours')
      .choices(['average', 'heat'])
      .default('average'),
    new Option('--rate <r>', "share that flows in a step, rule 'heat' only").argParser(positive),
    new Option('--border <border>', 'values outside of the map')
      .choices(['zero', 'clamp'])
      .default('zero'),
    new Option('--precision <p>', "'log' keeps logarithms, which do not underflow")
      .choices(['f32', 'log'])
      .default('log'),
    new Option('--keep-tiny', "precision 'f32': keep values below 2^-126"),
    new Option('--method <method>', 'step by step, the steady state at once, or distances')
      .choices(['diffusion', 'steady', 'distance'])
      .default('diffusion'),
    new Option('--metric <metric>', "method 'distance' only").choices(['graph', 'eikonal']),
    new Option('--layers <n>', 'number of fields, all with the same goals')
      .argParser(wholeNumber(1, 64))
      .default(1),
  ];
}

function placeOptions(): Option[] {
  return [
    new Option('--goal <x,y>', 'a goal, can be repeated; default: the last open cell').argParser(
      parsePlace,
    ),
    new Option('--start <x,y>', 'a start, can be repeated; default: the first open cell').argParser(
      parsePlace,
    ),
  ];
}

/** Options that choose the backend, and how long it computes. */
function runOptions(): Option[] {
  return [
    new Option('--backend <name>', 'what computes the field')
      .choices([...BACKENDS, 'all'])
      .default('all'),
    new Option('--threads <n>', 'workers of the pool; default: one per thread of the machine')
      .argParser(wholeNumber(1, 64))
      .default(Math.min(64, availableParallelism())),
    new Option('--steps <n>', 'do exactly n steps instead of settling').argParser(
      wholeNumber(0, 1e9),
    ),
    new Option(
      '--until <what>',
      'settle until every cell is reached, or until the residual is small',
    )
      .choices(['front', 'residual'])
      .default('front'),
    new Option('--tolerance <x>', 'the largest residual that counts as small').argParser(positive),
    new Option('--limit <n>', 'at most n steps').argParser(wholeNumber(1, 1e9)),
    new Option('--repeat <n>', 'measured runs; the fastest counts')
      .argParser(wholeNumber(1, 1000))
      .default(3),
  ];
}

function outputOptions(): Option[] {
  return [
    new Option('--json <file>', 'write everything that was measured, as JSON'),
    pageOption(),
    new Option('--csv <file>', 'write the positions, length and time of every path'),
    new Option('--png <file>', 'draw the map, the field and the paths'),
    new Option('--scale <n>', 'pixels of a cell in the PNG').argParser(wholeNumber(1, 64)),
  ];
}

async function runDiffusion(environment: Environment, flags: Flags): Promise<boolean> {
  const started = new Date();
  const terminal = createTerminal(environment.streams);
  const problem = await readProblem(flags);
  const { map } = problem;
  const model = modelOptions(flags);
  const settle: SettleOptions = {
    until: flags.steps ?? flags.until,
    ...(flags.limit !== undefined && { limit: flags.limit }),
    ...(flags.tolerance !== undefined && { tolerance: flags.tolerance }),
  };
  const backends: readonly Backend[] = flags.backend === 'all' ? BACKENDS : [flags.backend];
  const { device, reason } = await deviceFor(environment, flags.backend);
  try {
    terminal.print(formatMachine());
    if (device) terminal.print(`GPU: ${describeDevice(device)}`);
    const measured = await measureDiffusion(problem, {
      backends: device || flags.backend === 'gpu' ? backends : backends.filter((b) => b !== 'gpu'),
      device,
      threads: flags.threads,
      model,
      settle,
      repeat: flags.repeat,
      onProgress: terminal.progress,
    });
    terminal.clear();
    const skipped = [...measured.skipped, ...(reason ? [{ backend: 'gpu' as const, reason }] : [])];
    const plain = checkAgainstPlain(problem, model, measured);
    const paths = pathQuality(problem, measured.routes);
    const report = { problem, model, settle, ...measured, skipped, plain, paths };
    printDiffusion(terminal, report);
    const same = measured.reports.every(({ difference }) => difference.differing === 0);
    if (flags.json !== undefined) {
      const { reports, settled } = measured;
      await write(
        flags.json,
        `${JSON.stringify(
          {
            schema: 'wayfield-bench-diffusion/1',
            command: environment.args,
            machine: { ...describeMachine(), ...(device && { gpu: describeDevice(device) }) },
            commit: readCommit(),
            map: { name: problem.name, width: map.width, height: map.height, goals: problem.goals },
            model,
            settle,
            settled,
            reports,
            skipped,
            plain,
            paths: paths.map(figuresOf),
          },
          null,
          2,
        )}\n`,
      );
    }
    if (flags.csv !== undefined) {
      const fieldMs = Math.min(...measured.reports.map(({ cold }) => cold.minMs));
      await write(flags.csv, formatPathCsv({ width: map.width, paths, fieldMs }));
    }
    const picture = pictureOf(report, flags.scale);
    if (flags.report !== undefined) {
      const gpu = device && describeDevice(device);
      const origin = { command: environment.args, started, gpu, packages: PACKAGES };
      await writePage(flags.report, report, origin, picture);
    }
    if (flags.png !== undefined) {
      const { png } = drawPicture(picture);
      await write(flags.png, png);
      terminal.print(`${basename(flags.png)}: ${png.length} bytes`);
    }
    return same && (plain === undefined || plain.differing === 0);
  } finally {
    device?.destroy();
  }
}

/** The map, its field, the paths on it and A*'s paths. */
function pictureOf(run: PrintedDiffusion, scale: number | undefined): PictureInput {
  const { problem, model, field, paths } = run;
  const { map, grid, goals } = problem;
  return {
    width: map.width,
    height: map.height,
    cost: grid.cost,
    field: model.method === 'distance' ? field.map((c) => -c) : heightOf(field, model),
    goals,
    paths: paths.map(({ cells }) => cells),
    optima: paths.map(({ best }) => best),
    ...(scale !== undefined && { scale }),
  };
}

/** Writes the report into `folder`, with a picture where the map is not too large for a page. */
async function writePage(
  folder: string,
  run: PrintedDiffusion,
  origin: ExperimentOrigin,
  picture: PictureInput,
): Promise<void> {
  const command = `wayfield-bench ${origin.command.join(' ')}`;
  const seconds = (Date.now() - origin.started.getTime()) / 1000;
  const pictures =
    picture.width * picture.height > MOST_DRAWN
      ? []
      : [mapPicture({ id: 'map', title: run.problem.name, caption: CAPTION, command }, picture)];
  await writeExperiment(folder, origin, diffusionExperiment(run, { command, seconds, pictures }));
}

/** Scent as its logarithm, which a picture can show. */
function heightOf(field: Float32Array, { precision }: DiffusionOptions): Float32Array {
  return precision === 'f32' ? field.map((value) => Math.log2(value)) : field;
}

/** The figures of a path without its cells. */
function figuresOf({
  start,
  found,
  nodes,
  length,
  cost,
  turns,
  optimum,
  ratio,
}: PathQuality): object {
  return { start, found, nodes, length, cost, turns, optimum, ratio };
}

async function readProblem(flags: Flags) {
  const { map, study, kind, size, seed } = flags;
  if (map !== undefined && study !== undefined) {
    throw new InputError('--map and --study both name a map');
  }
  let file = map;
  if (study !== undefined) {
    file = studyMapFile(study);
    if (file === undefined) throw new InputError('this @wayfield/diffusion comes without the maps');
  }
  const { name, grid } =
    file === undefined
      ? { name: `${kind} ${size} x ${size}, seed ${seed}`, grid: generateMap(kind, size, seed) }
      : await readDiffusionMap(file);
  const cellOf = ([x, y]: Place): number => {
    if (x < grid.width && y < grid.height) return y * grid.width + x;
    throw new InputError(`${x},${y} is not on ${name}: ${grid.width} x ${grid.height} cells`);
  };
  return diffusionProblem(name, grid, Number(flags.neighbours) as 4 | 8, {
    ...(flags.goal && { goals: flags.goal.map(cellOf) }),
    ...(flags.start && { starts: flags.start.map(cellOf) }),
  });
}

function modelOptions(flags: Flags): DiffusionOptions {
  const { method, metric, rule, rate, border, precision, keepTiny, layers } = flags;
  if (rule === 'average' && rate !== undefined) {
    throw new InputError("--rate is for --rule heat: rule 'average' has its own");
  }
  if (metric !== undefined && method !== 'distance') {
    throw new InputError(`--metric is for --method distance: method '${method}' has none`);
  }
  return {
    layers: Array.from({ length: layers }, (_, i) => (layers === 1 ? 'goal' : `goal ${i}`)),
    method,
    ...(metric && { metric }),
    rule,
    ...(rate !== undefined && { rate }),
    border,
    precision,
    flushToZero: precision === 'f32' && keepTiny !== true,
  };
}

/** The device, where one is asked for; `--backend all` does without a missing one. */
async function deviceFor(
  { openDevice }: Environment,
  backend: Backend | 'all',
): Promise<{ device?: GPUDevice; reason?: string }> {
  if (backend !== 'gpu' && backend !== 'all') return {};
  try {
    return { device: await openDevice() };
  } catch (error) {
    if (backend === 'gpu' || !(error instanceof InputError)) throw error;
    return { reason: error.message };
  }
}

async function write(path: string, data: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, data);
  } catch (cause) {
    throw new InputError(`cannot write ${path}: ${(cause as Error).message}`, { cause });
  }
}
