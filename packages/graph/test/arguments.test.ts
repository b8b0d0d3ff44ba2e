import { type Sample, type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as formats from '../src/formats.ts';
import * as generators from '../src/generators.ts';
import * as hierarchies from '../src/hierarchy.ts';
import * as graphs from '../src/index.ts';
import * as draw from '../src/draw.ts';
import * as reorder from '../src/reorder.ts';
import * as sight from '../src/sight.ts';
import * as validate from '../src/validate.ts';

const test = suite('arguments of every export');

const arcs = {
  nodeCount: 3,
  tail: [0, 1],
  head: [1, 2],
  weight: [1, 2],
  x: [0, 1, 2],
  y: [0, 0, 0],
};
/** A copy whose fields are not tried: `checkGraph` and `checkGrid` prove what is in a map. */
const whole = <T extends object>(of: T): T => Object.assign(Object.create({}) as T, of);
const graph = () => whole(graphs.buildGraph(arcs));
const grid = () => whole(graphs.buildGrid({ width: 3, height: 2 }));
const queries = () => graphs.buildQueries([[0, 2]]);
const routes = () => whole(graphs.referenceRoutes(grid(), queries()));
const bytes = () => graphs.writeGraph(graphs.buildGraph(arcs));
const gridBytes = () => graphs.writeGraph(graphs.buildGrid({ width: 3, height: 2 }));
const moves = { neighbours: 4, corners: 'never', shared: false };
const seed = 3;

/** A hierarchy of two nodes and no arc. */
function hierarchy(): hierarchies.Hierarchy {
  const made = hierarchies.allocateHierarchy(2, 1, 0, 0);
  made.rank.set([0, 1]);
  made.node.set([0, 1]);
  made.levelStart.set([0, 2]);
  return whole(made);
}

const STRINGS = ["''", "'x'", 'misspelt'];
/** Names in messages may be anything. */
const named = { accepts: { name: ['*'] } };
const ofText = (what: string, text: string, options?: object): Sample => ({
  args: () => ({ data: text, ...(options && { options }) }),
  named: { data: what },
  // words that are no such file are refused with the number of the line
  accepts: { data: STRINGS },
});
const gridOf = (options: object): Sample => ({
  args: () => ({ width: 8, height: 7, options: { seed, ...options, ...moves } }),
});

const MAP = 'type octile\nheight 1\nwidth 3\nmap\n.@.\n';
const SCENARIO = 'version 1\n0 a.map 3 2 0 0 2 1 3\n';
const AGENTS = 'name\n2x1\nr.\n\ndest=1,0\n';

const picture = () => ({
  size: 32,
  paths: [[0, 1]],
  values: [1, 2, 3, 4, 5, 6],
  marks: { start: [0], goal: [1], blocked: [2] },
});
const PICTURE = [
  'picture',
  ...['size', 'paths', 'values', 'marks', 'marks.start', 'marks.goal', 'marks.blocked'].map(
    (name) => `picture.${name}`,
  ),
];
/** A context that draws nothing. */
const silentCanvas = () => {
  const calls = 'arc beginPath fill fillRect lineTo moveTo restore save stroke'.split(' ');
  return Object.fromEntries(calls.map((name) => [name, () => {}])) as unknown as draw.Canvas2D;
};
const layers = (): draw.Layers => ({
  frame: { width: 2, height: 2, x: [], y: [] },
  background: '#000000',
  layers: [],
  dots: [],
  dotRadius: 1,
});

const samples: Samples = {
  buildGraph: {
    args: () => ({
      arcs: { ...arcs },
      options: {
        undirected: true,
        parallelArcs: 'cheapest',
        selfLoops: 'drop',
        heuristicScale: 0,
        shared: false,
      },
    }),
  },
  buildGrid: {
    args: () => ({
      options: { width: 2, height: 1, cost: [1, 2], blocked: [0, 1], ...moves, buffer: null },
    }),
    // whatever is not 0 is blocked
    accepts: { 'options.blocked[0]': ['*'], 'options.buffer': ['*'] },
  },
  buildQueries: { args: () => ({ pairs: [[0, 1]] }), named: { 'pairs[0][0]': 'source' } },
  cellAt: { args: () => ({ grid: grid(), x: 1.5, y: 0 }) },
  checkCoordinates: {
    args: () => ({ coordinate: [0, 1], nodeCount: 2, name: 'x' }),
    ...named,
    named: { coordinate: 'x', 'coordinate[0]': 'x' },
  },
  checkGraph: {
    args: () => ({ graph: { ...graphs.buildGraph(arcs) } }),
    accepts: { 'graph.buffer': ['*'] },
    optional: ['graph.x', 'graph.y'],
  },
  checkGrid: {
    args: () => ({ grid: { ...graphs.buildGrid({ width: 2, height: 1 }) } }),
    accepts: { 'grid.buffer': ['*'] },
  },
  checkNode: { args: () => ({ node: 9, nodeCount: 10, name: 'node' }), ...named },
  checkNodes: {
    args: () => ({ array: [1], nodeCount: 2, name: 'array' }),
    accepts: { name: ['*'], nodeCount: ['*'] },
  },
  checkQueries: {
    args: () => ({ data: grid(), queries: queries() }),
  },
  checkWeights: {
    args: () => ({ weight: [1, 2], nodeCount: 2, name: 'weight', at: [0] }),
    accepts: { name: ['*'], 'at[0]': ['*'] },
    optional: ['at'],
  },
  depthFirstOrder: { args: () => ({ graph: graph() }) },
  forEachStep: { args: () => ({ data: grid(), u: 0, visit: () => {} }) },
  gridToGraph: { args: () => ({ grid: grid() }) },
  heuristicScaleOf: { args: () => ({ graph: graph() }) },
  hilbertOrder: { args: () => ({ graph: graph() }) },
  isGrid: { args: () => ({ data: grid() }), accepts: { data: ['{}', '[]', 'Set'] } },
  largestWeight: { args: () => ({ nodeCount: 2 }) },
  nearestCell: {
    args: () => ({ grid: grid(), cell: 1, accept: () => true }),
    optional: ['accept'],
  },
  nodeCountOf: { args: () => ({ data: grid() }) },
  pathLength: { args: () => ({ data: grid(), path: [0, 1] }) },
  pathOf: { args: () => ({ routes: routes(), i: 0 }) },
  pathXY: {
    args: () => ({ routes: routes(), i: 0, map: grid(), out: new Float32Array(9) }),
    optional: ['out'],
  },
  readGraph: { args: () => ({ source: bytes() }) },
  readGrid: { args: () => ({ source: gridBytes() }) },
  referenceAstar: { args: () => ({ data: grid(), source: 0, target: 1 }) },
  referenceDijkstra: { args: () => ({ data: graph(), source: 0 }) },
  referenceRoutes: { args: () => ({ data: graph(), queries: queries() }) },
  reorderGraph: { args: () => ({ graph: graph(), nodes: [2, 1, 0] }) },
  reverseGraph: { args: () => ({ graph: graph() }) },
  statusName: { args: () => ({ status: 1 }) },
  strongComponents: { args: () => ({ data: graph() }) },
  subgraph: { args: () => ({ data: grid(), nodes: [2, 1] }) },
  ticksToLength: { args: () => ({ ticks: 2378 }) },
  uniformCost: { args: () => ({ grid: grid() }) },
  validateRoutes: {
    args: () => ({
      data: graph(),
      queries: queries(),
      routes: graphs.referenceRoutes(graph(), queries()),
      options: { tolerance: 0, nearest: true },
    }),
  },
  validateTree: {
    args: () => ({ data: graph(), tree: graphs.referenceDijkstra(graph(), 0) }),
  },
  weakComponents: { args: () => ({ data: graph() }) },
  writeGraph: { args: () => ({ data: grid() }) },
  xyOf: {
    args: () => ({ map: grid(), node: 5, out: [0, 0] }),
    optional: ['out'],
    // written, not read
    accepts: { 'out[0]': ['*'] },
  },

  gunzip: { args: () => ({ bytes: new Uint8Array(3), options: { maxBytes: 7 } }) },
  gunzipChunks: { args: () => ({ chunks: (async function* () {})() }) },
  parseAgentScenario: ofText('agent scenario', AGENTS, moves),
  parseDimacsCoordinates: ofText('data', 'v 0 1 2\n', {
    base: 0,
    nodeCount: 1,
    tail: [],
    head: [],
    weight: [],
  }),
  parseDimacsGraph: ofText('DIMACS file', 'a 0 1 2\n', { base: 0, undirected: false }),
  parseMovingAiMap: ofText('MovingAI map', MAP, { terrain: { '.': 1 }, ...moves }),
  parseMovingAiScenario: ofText('MovingAI scenario', SCENARIO),
  parseTerrainCsv: ofText('terrain CSV', '1,2\n', { blockedValue: 9, ...moves }),
  writeAgentScenario: {
    args: () => {
      const scenario = formats.parseAgentScenario(AGENTS);
      const { grid: map, queries: agents } = scenario;
      return { scenario: { ...scenario, grid: whole(map), queries: whole(agents) } };
    },
    accepts: { 'scenario.name': STRINGS, 'scenario.colours': STRINGS },
  },
  writeMovingAiMap: { args: () => ({ grid: grid(), options: { terrain: { '~': 3 } } }) },
  writeMovingAiScenario: {
    args: () => ({ scenario: formats.parseMovingAiScenario(SCENARIO) }),
    accepts: {
      'scenario.map': STRINGS,
      ...Object.fromEntries(
        ['source', 'target', 'length', 'bucket'].map((name) => [`scenario.${name}`, ['[]']]),
      ),
    },
  },
  writeTerrainCsv: { args: () => ({ grid: grid() }) },

  lineOfSight: { args: () => ({ grid: grid(), from: 0, to: 5 }) },
  lineOfSightXY: { args: () => ({ grid: grid(), ax: 0, ay: 0.5, bx: 3, by: 2 }) },
  lineOfSightAlong: { args: () => ({ grid: grid(), line: Float64Array.of(0, 0.5, 3, 2) }) },
  smoothPath: {
    args: () => ({
      routes: routes(),
      i: 0,
      grid: grid(),
      out: new Uint32Array(9),
      options: { optimal: true },
    }),
    optional: ['out'],
  },
  smoothPaths: {
    args: () => ({ routes: routes(), grid: grid(), options: { optimal: true, reuse: routes() } }),
    accepts: { 'options.reuse': ['{}'] },
  },

  drawGrid: {
    args: () => ({ context: whole(silentCanvas()), grid: grid(), picture: picture() }),
    optional: PICTURE,
    accepts: { 'picture.values[0]': ['*'] },
    named: { picture: 'options' },
  },
  gridPixels: {
    args: () => ({ grid: grid(), picture: picture() }),
    optional: PICTURE,
    accepts: { 'picture.values[0]': ['*'] },
    named: { picture: 'options' },
  },
  gridText: {
    args: () => ({ grid: grid(), picture: picture() }),
    optional: PICTURE,
    accepts: { 'picture.values[0]': ['*'] },
    named: { picture: 'options' },
  },
  paintLayers: {
    args: () => ({ picture: whole(layers()), ground: () => {} }),
    optional: ['ground'],
  },
  writePng: { args: () => ({ pixels: { width: 1, height: 1, data: new Uint8ClampedArray(4) } }) },

  blobsGrid: gridOf({ count: 1, radius: [1, 2] }),
  mazeGrid: gridOf({ corridor: 1, wall: 1 }),
  openGrid: gridOf({}),
  randomGrid: gridOf({ density: 0.2 }),
  roomsGrid: gridOf({ size: 4, door: 1, doors: 1 }),
  terrainGrid: gridOf({ costs: [1, 2], scale: 4 }),
  random: { args: () => ({ seed }), optional: ['seed'] },
  randomGraph: {
    args: () => ({
      nodeCount: 5,
      arcCount: 9,
      options: {
        seed,
        maxWeight: 10,
        zeros: 0.1,
        loops: 0.1,
        parallel: 0.1,
        undirected: true,
        parallelArcs: 'keep',
        selfLoops: 'keep',
        shared: false,
      },
    }),
  },
  randomQueries: { args: () => ({ data: grid(), count: 2, options: { seed } }) },
  roadGraph: {
    args: () => ({
      columns: 3,
      rows: 3,
      options: { seed, missing: 0, detour: 2, spacing: 9, jitter: 0, shared: false },
    }),
  },

  allocateHierarchy: { args: () => ({ nodeCount: 2, levelCount: 1, upArcs: 0, downArcs: 0 }) },
  checkHierarchy: {
    args: () => ({
      hierarchy: hierarchy(),
      graph: whole(graphs.buildGraph({ nodeCount: 2, tail: [], head: [], weight: [] })),
    }),
    optional: ['graph'],
  },
  readHierarchy: { args: () => ({ source: hierarchies.writeHierarchy(hierarchy()) }) },
  writeHierarchy: { args: () => ({ hierarchy: hierarchy() }) },
};

test('is checked, and named where it is wrong', async () => {
  const entries = {
    '.': graphs,
    './formats': formats,
    './hierarchy': hierarchies,
    './generators': generators,
    './reorder': reorder,
    './sight': sight,
    './validate': validate,
    './draw': draw,
  };
  assert.equal(await walkExports(entries, samples), []);
});

test.run();
