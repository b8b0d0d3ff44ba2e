import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPolyanya } from '@wayfield/navmesh';
import { Command, Option } from 'commander';
import { createCrossValidation } from '../run/check/cross-validation.ts';
import { experimentName, type MapResult, mapExperiment } from './tables/experiment.ts';
import { USUAL, USUAL_ON_GRIDS } from './measure/contestants.ts';
import { makeMeshMap, type MeshMap, partsOf, readMeshMap } from './measure/mesh-map.ts';
import { meshPicture } from './tables/picture.ts';
import { formatQueries, parseQueries } from './measure/query-file.ts';
import { formatRecords, joinRecords } from './tables/records-csv.ts';
import { runMap } from './measure/run-map.ts';
import { InputError, naming, readBytes } from '../run/problems/read-file.ts';
import { formatMachine } from '../report/machine.ts';
import { createTerminal, type Terminal } from '../report/terminal.ts';
import type { Experiment } from '../report/results/results.ts';
import { startRun } from '../report/results/run.ts';
import { formatResultTable } from '../run/study/print-experiment.ts';
import { agrees, oneOf } from './study/judge.ts';
import { type Buckets, fillBuckets } from './study/queries.ts';
import { WORLD_NAMES, type WorldName } from './study/worlds.ts';
import type { CommandBuilder, Environment } from '../run/commands/environment.ts';
import {
  nameList,
  type ReportFlags,
  reportOptions,
  seedOption,
  wholeNumber,
} from '../run/commands/options.ts';

interface Flags extends ReportFlags {
  readonly map?: readonly string[];
  readonly up: 'x' | 'y' | 'z';
  readonly maxSlope?: number;
  readonly world?: readonly string[];
  readonly size?: number;
  readonly buckets?: number;
  readonly each?: number;
  readonly solver?: readonly string[];
  readonly limit?: number;
  readonly repeat: number;
  readonly queries?: string;
  readonly seed: number;
  readonly quick?: true;
}

/**
 * Intervals of path length, queries for each, the limit in milliseconds, and the edge of made-up
 * worlds.
 */
const USUAL_SIZES = { buckets: 100, each: 20, limit: 20, size: 256 };
const QUICK_SIZES = { buckets: 10, each: 4, limit: 5, size: 48 };

/** `wayfield-bench navmesh`: the measures of the study of 2014 on any map. */
export const navmeshCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('navmesh')
    .description(
      'searches on triangles, polygons and cells by path length: all measures of the study ' +
        'of 2014 for every interval',
    )
    .allowExcessArguments(false);
  const [json, , page] = reportOptions();
  for (const option of [
    ...mapOptions(),
    ...queryOptions(),
    ...searchOptions(),
    json!,
    new Option('--csv <file>', 'write a line for every query and solver, as CSV'),
    page!,
  ])
    command.addOption(option);
  return command.action(async (flags: Flags) => finish(await runNavmesh(environment, flags)));
};

function mapOptions(): Option[] {
  const several = (path: string, before: readonly string[] = []): string[] => [...before, path];
  return [
    new Option(
      '--map <file>',
      '.map (MovingAI), .mesh (version 2), .obj, or .txt (points and edges), gzip or not; ' +
        'can be repeated',
    ).argParser(several),
    new Option('--up <axis>', 'the height axis of an .obj').choices(['x', 'y', 'z']).default('y'),
    new Option('--max-slope <degrees>', 'steeper faces of an .obj are not walkable').argParser(
      wholeNumber(0, 89),
    ),
    new Option(
      '--world <names>',
      `made-up worlds: ${WORLD_NAMES.join(', ')}; default without --map: all`,
    ).argParser(nameList),
    new Option('--size <n>', 'edge of made-up worlds; default 256').argParser(
      wholeNumber(16, 4096),
    ),
  ];
}

function queryOptions(): Option[] {
  return [
    new Option('--buckets <n>', 'intervals of path length; default 100').argParser(
      wholeNumber(1, 10_000),
    ),
    new Option('--each <n>', 'queries for every interval; default 20').argParser(
      wholeNumber(1, 10_000),
    ),
    new Option(
      '--queries <dir>',
      'read queries from DIR/MAP.queries.tsv; where that file is missing, make and write them',
    ),
    seedOption('queries and made-up worlds'),
  ];
}

function searchOptions(): Option[] {
  return [
    new Option(
      '--solver <names>',
      'tra*, ta*, fringe, polyanya, and on cells those of the command grid; default: ' +
        `${USUAL.join(', ')}, and ${USUAL_ON_GRIDS.join(', ')} where there are cells`,
    ).argParser(nameList),
    new Option(
      '--limit <ms>',
      'milliseconds after which an anytime search is stopped; default 20, in the study 2000',
    ).argParser(wholeNumber(1, 100_000)),
    new Option('--repeat <n>', 'runs of every query; the least time counts')
      .argParser(wholeNumber(1, 1000))
      .default(3),
    new Option('--quick', 'a few queries on small worlds: shows that everything runs'),
  ];
}

/** Measures the maps one after another; true where no answer differed. */
async function runNavmesh(environment: Environment, flags: Flags): Promise<boolean> {
  const terminal = createTerminal(environment.streams);
  terminal.print(`${formatMachine()}\n`);
  const run = await startRun({
    terminal,
    command: environment.args,
    packages: ['@wayfield/navmesh'],
    report: flags.report,
  });
  const line = `wayfield-bench ${environment.args.join(' ')}`;
  const csv: string[] = [];
  for (const [key, read] of mapsOf(flags)) {
    // plain JSON: a run that was cut off continues after the last map that it finished
    const done = await run.unit(key, async () => {
      const result = await measureMap(await read(), flags, terminal, line);
      const { map, buckets } = result;
      return {
        experiment: mapExperiment(result, line),
        records: formatRecords(result),
        file: queryFile(map),
        queries: formatQueries(map.name, buckets),
      };
    });
    run.add(done.experiment);
    terminal.clear();
    printExperiment(terminal, done.experiment);
    csv.push(done.records);
    if (flags.report !== undefined) await write(join(flags.report, done.file), done.queries);
  }
  const results = await run.finish();
  const records = joinRecords(csv);
  if (flags.json !== undefined) await write(flags.json, JSON.stringify(results, null, 1) + '\n');
  if (flags.csv !== undefined) await write(flags.csv, records);
  if (flags.report !== undefined) await write(join(flags.report, 'queries.csv'), records);
  return run.differed === 0;
}

/**
 * Prints how the map was built and the programs as a whole; the tables over path length go to
 * files.
 */
function printExperiment(terminal: Terminal, { text, tables }: Experiment): void {
  terminal.print(`${text}\n`);
  for (const table of tables.slice(0, 2)) terminal.print(`${formatResultTable(table)}\n`);
  terminal.print(`and ${tables.length - 2} tables by path length: --report, --json or --csv\n`);
}

const sizes = ({ quick }: Flags): typeof USUAL_SIZES => (quick ? QUICK_SIZES : USUAL_SIZES);

function mapsOf(flags: Flags): (readonly [key: string, () => MeshMap | Promise<MeshMap>])[] {
  const { map: files = [], up, maxSlope, seed, size = sizes(flags).size } = flags;
  const worlds = flags.world ?? (files.length > 0 ? [] : WORLD_NAMES);
  for (const name of worlds)
    if (!(WORLD_NAMES as readonly string[]).includes(name))
      throw new InputError(`unknown world '${name}', known are ${WORLD_NAMES.join(', ')}`);
  refuseRepeated([
    // a file that is no map is refused when it is read
    ...files.map((file) => partsOf(file).name).filter((name) => name !== ''),
    ...worlds.map((world) => `${world}-${size}`),
  ]);
  const obj = {
    up,
    project: true,
    overlaps: 'join',
    ...(maxSlope !== undefined && { maxSlope }),
  } as const;
  return [
    ...files.map((file) => [file, () => readMeshMap(file, obj)] as const),
    ...worlds.map(
      (world) => [`world ${world}`, () => makeMeshMap(world as WorldName, size, seed)] as const,
    ),
  ];
}

/** Results have one experiment for each name: two maps of a name are refused before measuring. */
function refuseRepeated(maps: readonly string[]): void {
  const names = maps.map(experimentName);
  const twice = maps.find((_, i) => names.indexOf(names[i]) !== i);
  if (twice !== undefined) throw new InputError(`two maps are named '${twice.toLowerCase()}'`);
}

async function measureMap(
  map: MeshMap,
  flags: Flags,
  terminal: Terminal,
  command: string,
): Promise<MapResult> {
  const start = performance.now();
  const { limit = sizes(flags).limit, repeat, solver } = flags;
  const names = solver ?? [...USUAL, ...(map.grid ? USUAL_ON_GRIDS : [])];
  terminal.progress(`${map.name}: queries`);
  const buckets = await queriesOf(map, flags, terminal);
  const check = createCrossValidation();
  const run = await runMap(map, buckets, { names, limitMs: limit, repeat, terminal, check });
  const pictures = flags.report === undefined ? [] : [picture(map, buckets, command)];
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  return { map, buckets, limitMs: limit, seconds, checks: check.checks, pictures, ...run };
}

const queryFile = ({ name }: Pick<MeshMap, 'name'>): string => `${name}.queries.tsv`;

/** The queries of the file, if present; their lengths must be those of this map. */
async function queriesOf(map: MeshMap, flags: Flags, terminal: Terminal): Promise<Buckets> {
  const { queries: folder, seed } = flags;
  const { buckets: intervals = sizes(flags).buckets, each = sizes(flags).each } = flags;
  const path = folder === undefined ? undefined : join(folder, queryFile(map));
  if (path !== undefined && existsSync(path)) {
    const bytes = await readBytes(path);
    const read = await naming(path, () => {
      const parsed = parseQueries(new TextDecoder().decode(bytes), map.name);
      checkLengths(map, parsed);
      return parsed;
    });
    terminal.print(`${map.name}: ${read.queries.count} queries from ${path}`);
    return read;
  }
  const made = fillBuckets(map, intervals, each, seed);
  if (made.queries.count === 0) throw new InputError(`${map.name}: no random query has a path`);
  if (path !== undefined) await write(path, formatQueries(map.name, made));
  return made;
}

function checkLengths({ merged }: MeshMap, { queries, length }: Buckets): void {
  const solver = createPolyanya(merged);
  const { cost } = solver.run(queries, { result: 'cost' });
  solver.destroy();
  const other = cost.findIndex((own, i) => !agrees(own, length[i]));
  if (other >= 0)
    throw new RangeError(
      `query ${other} is ${cost[other]} long on this map, the file says ${length[other]}: ` +
        'it is for another one',
    );
}

/** The map with three of its longest paths. */
function picture(map: MeshMap, { queries, length }: Buckets, command: string) {
  const longest = [...length.keys()].sort((a, b) => length[b] - length[a]).slice(0, 3);
  const columns = ['sourceX', 'sourceY', 'targetX', 'targetY'] as const;
  const asked = { ...oneOf(queries, 0), count: longest.length };
  for (const key of columns) asked[key] = Float64Array.from(longest, (i) => queries[key][i]);
  const caption =
    'Grey: the triangulation; black: walls; red: three of the longest paths by Polyanya.';
  return meshPicture({ id: 'paths', title: map.name, caption, command }, map, asked);
}

async function write(path: string, text: string): Promise<void> {
  try {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
  } catch (cause) {
    throw new InputError(`cannot write ${path}: ${(cause as Error).message}`, { cause });
  }
}
