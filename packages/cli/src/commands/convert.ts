import { open, readFile } from 'node:fs/promises';
import { writeGraph } from '@wayfield/graph';
import {
  loadGeoJson,
  type OsmProgress,
  PROFILES,
  type ProfileName,
  roadFeatures,
  type RoadNetwork,
  type RoadOptions,
  type RoadReport,
  type RoadWeight,
  writeRoadNetwork,
} from '@wayfield/osm';
import { readOsmFile } from '@wayfield/osm/node';
import { buildRouting, writeRouting } from '@wayfield/routing';
import { Command, Option } from 'commander';
import { InputError, reasonOf } from '../input-error.ts';
import { loadConditions } from '../load-conditions.ts';
import { formatBytes, formatCount } from '../numbers.ts';
import { printable } from '../printable.ts';
import { createProgress, type Progress, type Streams } from '../streams.ts';
import { writeWhole } from '../write-file.ts';
import type { Environment } from './environment.ts';

interface Flags {
  readonly output: string;
  readonly profile: ProfileName;
  readonly weight: RoadWeight;
  readonly largestComponent?: true;
  readonly restrictions?: true;
  readonly uTurns: boolean;
  readonly contract: boolean;
  readonly format: 'network' | 'graph' | 'geojson' | 'routing';
  /** Keep conditional tags for departure times. */
  readonly conditions?: true;
  readonly quiet?: true;
}

/** For each phase of the reading, its name and the shares of all work before and after it. */
const PHASES: Record<OsmProgress['phase'], readonly [what: string, from: number, to: number]> = {
  ways: ['reading ways', 0, 0.55],
  nodes: ['reading nodes', 0.55, 0.8],
  graph: ['building the graph', 0.8, 1],
};

/** `wayfield osm convert`: an extract becomes a road network in a file. */
export function convertCommand({ streams, finish }: Environment): Command {
  return new Command('convert')
    .description(
      'turns an OpenStreetMap extract (XML, gzip, bzip2, PBF) or GeoJSON lines ' +
        'into a road network in a file',
    )
    .argument('<file>', 'the extract, recognised by its content')
    .addOption(
      new Option('-o, --output <file>', 'where to write, such as graph.wfg').makeOptionMandatory(),
    )
    .addOption(
      new Option('--profile <name>', 'the traveller').choices(Object.keys(PROFILES)).default('car'),
    )
    .addOption(
      new Option('--weight <what>', 'what arcs cost')
        .choices(['metres', 'seconds'])
        .default('metres'),
    )
    .option('--largest-component', 'keep only the largest part in which all reach all')
    .option('--restrictions', 'obey turn restrictions')
    .option('--no-u-turns', 'turn round at dead ends only')
    .option('--no-contract', 'each point of a road becomes a node')
    .option('--conditions', 'keep conditional tags, for --departure and `serve --conditions`')
    .addOption(
      new Option(
        '--format <what>',
        'network: all that `wayfield route` needs; graph: only what solvers need; ' +
          'geojson: the roads as lines; routing: what the services open fastest, in seconds ' +
          'unless --weight is given',
      )
        .choices(['network', 'graph', 'geojson', 'routing'])
        .default('network'),
    )
    .option('-q, --quiet', 'neither progress nor report')
    .allowExcessArguments(false)
    .action(async (file: string, flags: Flags, command: Command) => {
      const isGiven = command.getOptionValueSource('weight') === 'cli';
      const isRouting = flags.format === 'routing';
      const metric = isRouting && !isGiven ? 'seconds' : flags.weight;
      // the services take roads in seconds, and metres from their lengths
      await convert(streams, file, isRouting ? { ...flags, weight: 'seconds' } : flags, metric);
      finish(true);
    });
}

async function convert(
  streams: Streams,
  file: string,
  flags: Flags,
  metric: RoadWeight,
): Promise<void> {
  const quiet = flags.quiet ?? false;
  const progress = createProgress(streams, quiet);
  const begun = performance.now();
  try {
    const network = await readNetwork(file, flags, progress);
    if (network.graph.nodeCount === 0) {
      throw new InputError(`${file}: no road in it for the profile '${flags.profile}'`);
    }
    const bytes = await writeWhole(flags.output, contentOf(network, flags.format, metric));
    progress.clear();
    if (quiet) return;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    for (const line of formatReport(network, network.report)) streams.out.write(`${line}\n`);
    streams.out.write(`${printable(flags.output)}: ${formatBytes(bytes)}, after ${seconds} s\n`);
  } finally {
    progress.clear();
  }
}

async function readNetwork(file: string, flags: Flags, progress: Progress): Promise<RoadNetwork> {
  const { profile, conditions } = flags;
  const options: RoadOptions = {
    profile: conditions ? (await loadConditions()).profileAnyTime(profile) : profile,
    weight: flags.weight,
    contract: flags.contract,
    largestComponent: flags.largestComponent ?? false,
    turnRestrictions: flags.restrictions ?? false,
    uTurns: flags.uTurns,
  };
  const onProgress = ({ phase, bytes, byteLength }: OsmProgress): void => {
    const [what, from, to] = PHASES[phase];
    const share = byteLength > 0 ? Math.min(1, bytes / byteLength) : 1;
    progress.say(what, phase === 'graph' ? from : from + (to - from) * share);
  };
  try {
    if (await isJson(file)) {
      // lines have no relations
      const { turnRestrictions: _, ...rest } = options;
      // bytes, not text: a byte order mark is no JSON
      return loadGeoJson(await readFile(file), rest);
    }
    return await readOsmFile(file, { ...options, onProgress });
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  }
}

/** Whether a file begins as JSON does: none of the forms of OpenStreetMap begins with a brace. */
async function isJson(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(4096);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      const some = buffer.toString('latin1', 0, bytesRead);
      const start = some.replace(/^\u00EF\u00BB\u00BF/, '').trimStart();
      if (start !== '' || bytesRead === 0) return start.startsWith('{');
    }
  } finally {
    await handle.close();
  }
}

function contentOf(
  network: RoadNetwork,
  format: Flags['format'],
  metric: RoadWeight,
): Iterable<Uint8Array | string> {
  if (format === 'routing') return [writeRouting(buildRouting(network, { metric }))];
  if (format === 'network') return [writeRoadNetwork(network)];
  return format === 'graph' ? [writeGraph(network.graph)] : geoJsonPieces(network);
}

/** Roads are written one by one: as text they are far larger than the network. */
function* geoJsonPieces(network: RoadNetwork): Generator<string> {
  let text = '{"type":"FeatureCollection","features":[';
  let comma = '';
  for (const feature of roadFeatures(network)) {
    text += `${comma}\n${JSON.stringify(feature)}`;
    comma = ',';
    if (text.length < 1 << 16) continue;
    yield text;
    text = '';
  }
  yield `${text}\n]}\n`;
}

function formatReport(network: RoadNetwork, report: RoadReport): string[] {
  const { graph, roads, profile, weight } = network;
  const lines = [
    `read: ${formatCount(report.nodes)} nodes, ${formatCount(report.ways)} ways ` +
      `(${formatCount(report.usedWays)} of them roads), ${formatCount(report.relations)} relations`,
    `made: ${formatCount(graph.nodeCount)} nodes, ${formatCount(graph.arcCount)} arcs, ` +
      `${formatCount(roads.count)} roads; profile ${profile}, weights in ${weight}`,
    `      ${formatCount(report.components)} strong components, ` +
      `the largest of ${formatCount(report.largestComponent)} nodes`,
  ];
  const oddities: readonly (readonly [count: number, what: string])[] = [
    [report.missingNodes, 'references to nodes that are not in the file: roads are cut there'],
    [report.invalidNodes, 'nodes without a place on earth'],
    [report.duplicateNodes, 'nodes that came again with the same id'],
    [report.duplicateWays, 'ways that came again with the same id'],
    [report.shortWays, 'ways of which fewer than two nodes are left'],
    [report.repeatedNodes, 'nodes that a way names twice in a row'],
    [report.absurdSpeeds, 'roads with a speed limit that no road has: it is ignored'],
    [report.barriers, 'barriers that stop the profile'],
    [
      report.restrictions,
      `turn restrictions, of which ${formatCount(report.restrictionsUsed)} are obeyed`,
    ],
    [report.restrictionsUnclear, 'turn restrictions that make no sense here'],
    [report.restrictionsAmbiguous, 'turn restrictions that name more than one turn: not obeyed'],
  ];
  const found = oddities.filter(([count]) => count > 0);
  const wide = Math.max(0, ...found.map(([count]) => formatCount(count).length));
  return lines.concat(
    found.map(([count, what]) => `      ${formatCount(count).padStart(wide)} ${what}`),
  );
}
