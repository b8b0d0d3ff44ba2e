import { STUDY_MAPS, type StudyMap } from './study-figures.ts';
import type { PublishedColumn, PublishedTable } from '../../run/study/published.ts';

/** The two sets of routes, in the order of the study's tables. */
export const ROUTE_SETS = ['random', 'classified'] as const;
export type RouteSet = (typeof ROUTE_SETS)[number];

/** Numbers of agents; on larger maps the memory of the study's GPUs ended before the last ones. */
export const AGENT_COUNTS: readonly number[] = [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];

/** The name of a table of the appendix. */
export const timeTable = (map: number, set: RouteSet): string =>
  `Table ${map + 1 + (set === 'classified' ? STUDY_MAPS.length : 0)}`;

/** The name of a map in rows. */
export const mapLabel = ({ name, nodes }: StudyMap): string =>
  `${name} ${nodes.toLocaleString('en-US')}`;

const ms = (title: string, device: string): PublishedColumn => ({
  title,
  unit: 'ms',
  better: 'less',
  device,
});
const shown = (title: string, unit: string): PublishedColumn => ({ title, unit, better: 'none' });

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;

/** The variants of section 3.3.2, 4.6 and 2.4.1. */
export const VARIANT_ROWS: readonly string[] = [
  'A*, sets of bytes',
  'A*, sets of bits',
  'A*, no closed set',
  'real-time A*',
];
/** Nodes of the files that are read. */
export const READING_ROWS: readonly number[] = [2500, 22_500, 250_000];

/** Table 5.1 and the ten of the appendix. */
export const ROAD_TABLES: readonly PublishedTable[] = [
  {
    id: 'Table 5.1',
    title: 'Mean path length and share of zero paths',
    labels: ['map', 'routes'],
    columns: [
      { title: 'nodes', unit: '', better: 'same' },
      { title: 'arcs', unit: '', better: 'same' },
      shown('mean path', 'nodes'),
      shown('zero paths', '%'),
    ],
    rows: STUDY_MAPS.flatMap((map) =>
      ROUTE_SETS.map((set) => ({
        labels: [mapLabel(map), set],
        values: [map.nodes, map.arcs, map[set].meanPath, 100 * map[set].zeroShare],
      })),
    ),
    note:
      'The extracts of 2010 are lost: ours are made-up towns with as many nodes and arcs, ' +
      'and parts that are joined to nothing. The mean counts agents without a path as 0.',
  },
  ...ROUTE_SETS.flatMap((set) =>
    STUDY_MAPS.map((map, m): PublishedTable => ({
      id: timeTable(m, set),
      title:
        `${map.name}, ${map.nodes.toLocaleString('en-US')} nodes, ${set} starts and goals: ` +
        `${percent(map[set].zeroShare)} of the agents have no path; building the hierarchy ` +
        'is in a column of its own',
      labels: ['agents'],
      axis: 'agents',
      columns: [
        ms('FX580', 'Quadro FX580'),
        ms('GTX470', 'GeForce GTX470'),
        ms('T6600', 'Core2 Duo T6600, 1 thread'),
        ms('fastest', 'fastest device; ours on a hierarchy that is built before'),
        ms('fastest, building included', 'fastest device; ours with building the hierarchy'),
        { ...ms('fastest per agent', 'fastest device'), better: 'none' },
        shown('building the hierarchy', 'ms'),
        shown('break-even, study', 'routes'),
        shown('break-even, A*', 'routes'),
        shown('without a path', '%'),
      ],
      rows: AGENT_COUNTS.map((agents) => {
        const row = map[set].rows.find(([count]) => count === agents);
        const times = row ? row.slice(1) : [null, null, null];
        const least = row ? Math.min(...row.slice(1)) : null;
        const each = least === null ? null : Number((least / agents).toPrecision(3));
        return { labels: [agents], at: agents, values: [...times, least, least, each] };
      }),
      note:
        'All agents, paths included. FX580 and GTX470: A* on the GPU, each agent with a ' +
        'search of its own. T6600: A* on one thread. fastest: the best of the study’s three ' +
        'devices, and of all our programs; a hierarchy must be built first, which the study ' +
        'has not. Building included: the best of ours where building counts, the median of ' +
        'three builds. Break-even: ' +
        'from so many routes on building and asking the hierarchy takes less than the ' +
        'study’s fastest device, and than our A* on one thread. Without a path: agents whose ' +
        'search ends at once or after all that it can reach; the study’s pairs are as ours.',
    })),
  ),
  {
    id: 'Section 3.3.2',
    title: 'Variants of the search that the study tried',
    labels: ['variant'],
    columns: [
      shown('all routes', 'ms'),
      shown('bytes of the sets', 'bytes'),
      shown('nodes expanded, mean', ''),
      shown('cost / least cost, mean', 'x'),
      shown('target found', '%'),
    ],
    rows: VARIANT_ROWS.map((row) => ({ labels: [row], values: [null, null, null, null, null] })),
    note:
      'The study prints no figure: sets of bits save memory and are slower, a search without a ' +
      'closed set needs a route that exists, and real-time A* was tried. Ours: plain JavaScript ' +
      'on the processor, one agent after another, on a made-up town. Without a closed set a ' +
      'cost that is not below the best one ends a label, so this search ends too. Real-time A*: ' +
      'Korf 1990, one arc ahead, moves counted as expanded, at most 20 times the nodes; only ' +
      'routes with a path. Target found: of the routes with a path.',
  },
  {
    id: 'Section 3.2.1',
    title: 'Reading a map as a document (DOM) and as a stream',
    labels: ['nodes'],
    columns: [
      shown('file', 'bytes'),
      shown('document (DOM)', 'ms'),
      shown('stream', 'ms'),
      shown('DOM / stream', 'x'),
      shown('held by the document', 'bytes'),
      shown('held by the network', 'bytes'),
    ],
    rows: READING_ROWS.map((nodes) => ({
      labels: [nodes],
      at: nodes,
      values: [null, null, null, null, null, null],
    })),
    axis: 'nodes',
    note:
      'The study gives one figure: 380 MB of XML, 1.7 million nodes, took more than 5 minutes ' +
      'and 4 GB as a document. Ours: made-up streets. The document is that of @xmldom/xmldom, ' +
      'with nodes and edges counted on it; the stream is ours, to the finished road network. ' +
      'Held: bytes after a garbage collection, beside the text.',
  },
];
