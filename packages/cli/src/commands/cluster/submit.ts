// `wayfield submit`: work on a road network for the workers of a cluster.
import { readFile } from 'node:fs/promises';
import type { Cluster, Run, SubmitOptions } from '@wayfield/cluster';
import { matrixTiles, roadQueries, type RoadWork, sweepTrees } from '@wayfield/cluster/kinds';
import { gpuRoadQueries, gpuSweepTrees } from '@wayfield/cluster/kinds/gpu';
import type { Graph } from '@wayfield/graph';
import { readGraph } from '@wayfield/graph';
import { readRoadNetwork } from '@wayfield/osm';
import { Command, InvalidArgumentError, Option } from 'commander';
import { InputError, reasonOf } from '../../input-error.ts';
import type { Environment } from '../environment.ts';
import { type ConnectionFlags, onCluster, withConnection } from './connection.ts';
import { count } from './serve.ts';

interface Flags extends ConnectionFlags {
  readonly random?: number;
  readonly seed: number;
  readonly pairs?: string;
  readonly sources?: string;
  readonly targets?: string;
  readonly routes?: true;
  readonly all?: true;
  readonly gpu?: true;
  readonly chunkSeconds?: number;
  readonly sample?: number;
}

const ON_GPUS = 'on the GPUs of workers that were started with --gpu';
/** The most nodes in a list. */
const MOST_NUMBERS = 2 ** 27;

/** `wayfield submit`: one sub-command per kind of work. */
export function submitCommand({ streams }: Environment): Command {
  const add = (
    name: string,
    description: string,
    submit: (cluster: Cluster, graph: Graph, flags: Flags) => Promise<Run>,
  ): Command =>
    withConnection(new Command(name))
      .description(description)
      .argument('<graph>', 'a road network or graph that `wayfield osm convert` wrote')
      .option('--chunk-seconds <seconds>', 'seconds that a chunk should take', number(0.01, 600))
      .option('--sample <share>', 'share of chunks that two workers compute', number(0, 1))
      .option('--seed <number>', 'of random queries', count(0, 2 ** 32 - 1), 1)
      .allowExcessArguments(false)
      .action(async (file: string, flags: Flags) => {
        const graph = await readGraphFile(file);
        await onCluster(streams, flags, async (cluster) => {
          const run = await submit(cluster, graph, flags);
          streams.err.write(`${run.chunks} chunks; the run's id:\n`);
          streams.out.write(`${run.id}\n`);
        });
      });
  const road = add('road', 'costs or paths of many pairs of nodes', submitRoad)
    .option('--random <count>', 'the number of random pairs', count(1, 2 ** 32 - 1))
    .option('--pairs <file>', 'lines of source,target: numbers of nodes')
    .option('--routes', 'the paths too')
    .addOption(new Option('--gpu', ON_GPUS).conflicts('routes'));
  const matrix = add('matrix', 'distances from sources to targets', submitMatrix)
    .requiredOption('--sources <file>', 'numbers of nodes, one a line')
    .requiredOption('--targets <file>', 'numbers of nodes, one a line');
  const sweeps = add('sweeps', 'distances from sources to all nodes', submitSweeps)
    .requiredOption('--sources <file>', 'numbers of nodes, one a line')
    .option('--all', 'all distances, not only reach, farthest and sum')
    .option('--gpu', ON_GPUS);
  return new Command('submit')
    .description('gives work to a cluster and prints the id of the run')
    .addCommand(road)
    .addCommand(matrix)
    .addCommand(sweeps);
}

function number(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+(?:\.\d+)?$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a number from ${least} to ${most}.`);
  };
}

const optionsOf = ({ chunkSeconds, sample }: Flags): SubmitOptions => ({
  ...(chunkSeconds !== undefined && { chunkSeconds }),
  ...(sample !== undefined && { sample }),
});

async function submitRoad(cluster: Cluster, graph: Graph, flags: Flags): Promise<Run> {
  const { random, seed, pairs, routes } = flags;
  if ((random === undefined) === (pairs === undefined)) {
    throw new InputError('give either --random or --pairs');
  }
  const onGpu = flags.gpu === true;
  const result = routes === true ? 'routes' : 'cost';
  const submit = (work: Omit<RoadWork, 'graph'>): Promise<Run> =>
    onGpu
      ? cluster.submit(gpuRoadQueries, { graph, ...work }, optionsOf(flags))
      : cluster.submit(roadQueries, { graph, result, ...work }, optionsOf(flags));
  if (random !== undefined) return submit({ random: { count: random, seed } });
  const both = await readNumbers(pairs!);
  if (both.length % 2 === 1) throw new InputError(`${pairs} has an odd number of nodes`);
  const source = both.filter((_, i) => i % 2 === 0);
  const target = both.filter((_, i) => i % 2 === 1);
  return submit({ source, target });
}

async function submitMatrix(cluster: Cluster, graph: Graph, flags: Flags): Promise<Run> {
  const sources = await readNumbers(flags.sources!);
  const targets = await readNumbers(flags.targets!);
  return cluster.submit(matrixTiles, { graph, sources, targets }, optionsOf(flags));
}

async function submitSweeps(cluster: Cluster, graph: Graph, flags: Flags): Promise<Run> {
  const sources = await readNumbers(flags.sources!);
  const result = flags.all === true ? 'dist' : 'summary';
  const kind = flags.gpu === true ? gpuSweepTrees : sweepTrees;
  return cluster.submit(kind, { graph, sources, result }, optionsOf(flags));
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  }
}

/** The graph of a road network, or a graph alone. */
async function readGraphFile(file: string): Promise<Graph> {
  const bytes = await readBytes(file);
  try {
    return readRoadNetwork(bytes).graph;
  } catch (cause) {
    try {
      return readGraph(bytes.slice());
    } catch {
      throw new InputError(`${file} is neither a road network nor a graph: ${reasonOf(cause)}`);
    }
  }
}

/** The numbers of nodes in a file, with blanks, commas or semicolons between them. */
async function readNumbers(file: string): Promise<Uint32Array> {
  const text = new TextDecoder().decode(await readBytes(file));
  const found = text.match(/\d+/g) ?? [];
  if (/[^\d\s,;]/.test(text)) {
    throw new InputError(`${file} holds something else than numbers of nodes`);
  }
  if (found.length > MOST_NUMBERS) throw new InputError(`${file} has over ${MOST_NUMBERS} nodes`);
  return Uint32Array.from(found, (word, i) => {
    const node = Number(word);
    if (node < 2 ** 32) return node;
    throw new InputError(`${file}: number ${i + 1} is ${word}, which is no node`);
  });
}
