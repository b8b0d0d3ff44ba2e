import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { DiffusionOptions, Method, Metric, Rule, SettleOptions } from '@wayfield/diffusion';
import { type Backend, BACKENDS } from '../diffusion/backends.ts';
import { checkAgainstPlain } from '../diffusion/check-plain.ts';
import { diffusionExperiment } from '../diffusion/experiment.ts';
import { measureDiffusion } from '../diffusion/measure.ts';
import { type PathQuality, pathQuality } from '../diffusion/path-quality.ts';
import { drawPicture, type PictureInput } from '../diffusion/picture.ts';
import {
  diffusionProblem,
  generateMap,
  MAP_KINDS,
  type MapKind,
  readDiffusionMap,
  studyMapFile,
} from '../diffusion/problem.ts';
import { type PrintedDiffusion, printDiffusion } from '../diffusion/tables.ts';
import { describeDevice } from '../gpu/device.ts';
import { InputError } from '../problems/read-file.ts';
import { describeMachine, formatMachine, readCommit } from '../report/machine.ts';
import { createTerminal } from '../report/terminal.ts';
import { mapPicture } from '../results/pictures.ts';
import { type ExperimentOrigin, writeExperiment } from '../results/write-experiment.ts';
import type { CommandBuilder, Environment } from './environment.ts';
import { pageOption, wholeNumber } from './options.ts';

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
  readonly png?: string;
  readonly scale?: number;
}

const PACKAGES = ['@wayfield/graph', '@wayfield/cpu-wasm', '@wayfield/diffusion', 'webgpu'];
/** Cells of the largest map in a page. */
const MOST_DRAWN = 4e6;
const CAPTION =
  'Left: the map, grey what is impassable, from green over yellow to blue what costs more and more; right: the field, the ' +
  'brighter the nearer. White: the ways along it; black: those of least cost, where they differ.';

/** x, y. */
type Place = readonly [number, number];

function parsePlace(text: string, before: readonly Place[] = []): Place[] {
  const match = /^(\d+),(\d+)$/.exec(text);
  if (!match) throw new InvalidArgumentError('Expected two whole numbers: X,Y.');
  return [...before, [Number(match[1]), Number(match[2])]];
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

/** `wayfield-bench diffusion`: fields on one map, by every backend, and the ways on them. */
export const diffusionCommand: CommandBuilder = (environment, finish) =>
  new Command('diffusion')
    .description(
      'settles fields on a map by every backend, compares them, and judges the ways on them',
    )
    .option('--map <file>', 'a MovingAI .map, or a .csv with the cost of each cell, 0 = impassable')
    .addOption(
      new Option('--study <n>', "one of McMillan's six maps of 32 x 32 cells").argParser(
        wholeNumber(1, 6),
      ),
    )
    .addOption(
      new Option('--kind <kind>', 'what to generate without a file')
        .choices([...MAP_KINDS])
        .default('landscape'),
    )
    .addOption(
      new Option('--size <n>', 'cells of a side of what is generated')
        .argParser(wholeNumber(1, 16384))
        .default(96),
    )
    .addOption(
      new Option('--seed <n>', 'seed of what is generated')
        .argParser(wholeNumber(0, 2 ** 32 - 1))
        .default(1),
    )
    .addOption(new Option('--neighbours <n>', 'of a cell').choices(['4', '8']).default('8'))
    .addOption(new Option('--rule <rule>').choices(['average', 'heat']).default('average'))
    .addOption(new Option('--rate <r>', "rule 'heat' only").argParser(positive))
    .addOption(new Option('--border <border>').choices(['zero', 'clamp']).default('zero'))
    .addOption(new Option('--precision <p>').choices(['f32', 'log']).default('log'))
    .option('--keep-tiny', "precision 'f32': keep values below 2^-126")
    .addOption(
      new Option('--method <method>')
        .choices(['diffusion', 'steady', 'distance'])
        .default('diffusion'),
    )
    .addOption(
      new Option('--metric <metric>', "method 'distance' only").choices(['graph', 'eikonal']),
    )
    .addOption(
      new Option('--layers <n>', 'fields, all with the same goals')
        .argParser(wholeNumber(1, 64))
        .default(1),
    )
    .addOption(
      new Option(
        '--goal <x,y>',
        'a goal, may be said again; default: the last open cell',
      ).argParser(parsePlace),
    )
    .addOption(
      new Option(
        '--start <x,y>',
        'a start, may be said again; default: the first open cell',
      ).argParser(parsePlace),
    )
    .addOption(new Option('--backend <name>').choices([...BACKENDS, 'all']).default('all'))
    .addOption(
      new Option('--threads <n>', 'workers of the pool; default: one per thread of the machine')
        .argParser(wholeNumber(1, 64))
        .default(Math.min(64, availableParallelism())),
    )
    .addOption(
      new Option('--steps <n>', 'do so many steps instead of settling').argParser(
        wholeNumber(0, 1e9),
      ),
    )
    .addOption(
      new Option('--until <what>', 'until every cell is reached, or little changes')
        .choices(['front', 'residual'])
        .default('front'),
    )
    .addOption(new Option('--tolerance <x>', 'of the residual').argParser(positive))
    .addOption(new Option('--limit <n>', 'at most so many steps').argParser(wholeNumber(1, 1e9)))
    .addOption(
      new Option('--repeat <n>', 'times that are measured; the fastest counts')
        .argParser(wholeNumber(1, 1000))
        .default(3),
    )
    .option('--json <file>', 'write everything that was measured, as JSON')
    .addOption(pageOption())
    .option('--png <file>', 'draw the map, the field and the ways')
    .addOption(
      new Option('--scale <n>', 'pixels of a cell in the PNG').argParser(wholeNumber(1, 64)),
    )
    .allowExcessArguments(false)
    .action(async (flags: Flags) => finish(await runDiffusion(environment, flags)));

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

/** The map, its field, the ways on it and A*'s. */
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

/** The report into `folder`, with a picture of a map that is not too large for a page. */
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

/** Scent as its logarithm. */
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

/** The device, where one is asked for; `--backend all` does without. */
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
