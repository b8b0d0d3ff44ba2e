// A graph as a `Model`: its arrays on the device, its kernels and its defaults. tree-solver.ts
// calls `graphTilesFor`, `tilesWell` and `graphModel` when a solver is made.
import { uploadWords } from '@wayfield/gpu-core';
import { grouped, keeping, lastingError } from '@wayfield/gpu-core/internal';
import { type Graph, NONE } from '@wayfield/graph';
import { graphFinishWgsl } from './finish.wgsl.ts';
import { graphFrontierWgsl } from './frontier.wgsl.ts';
import { graphTileWgsl } from './graph-tile.wgsl.ts';
import { type GraphTiles, tileGraph } from './graph-tiles.ts';
import type { Model } from './model.ts';
import { tileShape, type Tuned } from './tuning.ts';

/** Bits of the f32 Infinity: the label of nodes that are not reached. */
const INFINITY_BITS = 0x7f800000;

/** Nodes of a tile, measured on road networks. */
const TILE_NODES = 512;

/** Cuts a graph into tiles. */
export function graphTilesFor(graph: Graph, tuned: Tuned): GraphTiles {
  const { workgroupSize, perInvocation } = tileShape(tuned, TILE_NODES, graph.nodeCount);
  return tileGraph(graph, workgroupSize * perInvocation);
}

/**
 * Whether tiles suit a graph: at most a quarter of the arcs leave their tile, and no node has more
 * than 256 arcs. One invocation relaxes all arcs of a node, and its workgroup waits. Both numbers
 * are chosen, not measured.
 */
export function tilesWell({ arcCount }: Graph, { tiles, leaving, mostArcs }: GraphTiles): boolean {
  return mostArcs <= 256 && (tiles === 1 || leaving <= arcCount / 4);
}

type GraphBuffers = Record<
  'firstArc' | 'arcs' | 'packed' | 'firstIn' | 'arcsIn' | 'nodeOfSlot',
  GPUBuffer
>;

/** The arrays of a graph on the device; keeps none where one does not fit. */
function uploadTiles(device: GPUDevice, tiles: GraphTiles): GraphBuffers {
  return keeping((keep) => {
    const upload = (name: string, words: Uint32Array): GPUBuffer =>
      keep(uploadWords(device, `tree solver: ${name}`, words));
    return {
      firstArc: upload('rows', tiles.firstArc),
      arcs: upload('arcs', tiles.arcs),
      packed: upload('packed arcs', tiles.packed),
      firstIn: upload('rows of arcs in', tiles.firstIn),
      arcsIn: upload('arcs in', tiles.arcsIn),
      nodeOfSlot: upload('nodes of slots', tiles.nodeOfSlot),
    };
  });
}

/** A graph on the device. */
export function graphModel(
  device: GPUDevice,
  graph: Graph,
  tiles: GraphTiles,
  tuned: Tuned,
): Model {
  const { nodeCount, arcCount } = graph;
  const { slots, slotsPerTile, slotOfNode } = tiles;
  if (slots >= 2 ** 31) {
    throw lastingError(`the tiles have ${grouped(slots)} slots, expected below 2^31`);
  }
  const made = uploadTiles(device, tiles);
  const buffers = Object.values(made);
  let memoryBytes = 0;
  for (const buffer of buffers) memoryBytes += buffer.size;

  let sum = 0;
  for (let a = 0; a < arcCount; a++) sum += graph.weight[a];
  const word = new Float32Array(1);
  const bits = new Uint32Array(word.buffer);
  const { workgroupSize, perInvocation } = tileShape(tuned, TILE_NODES, nodeCount);
  return {
    params: {
      slots,
      tiles: tiles.tiles,
      nodes: nodeCount,
      stride: Math.ceil(nodeCount / 4) * 4,
      unreached: INFINITY_BITS,
      window: INFINITY_BITS,
      width: 0,
      height: 0,
      tilesX: 0,
      straight: 0,
      diagonal: 0,
    },
    slotsPerTile,
    // a front crosses about one row of tiles, the root of their number; some tiles come twice
    roundsGuess: 16 + Math.ceil(2 * Math.sqrt(tiles.tiles)),
    memoryBytes,
    relaxTiles: {
      code: graphTileWgsl(perInvocation),
      constants: { WORKGROUP_SIZE: workgroupSize, SWEEPS: tuned.sweeps },
      resources: { 6: made.firstArc, 7: made.arcs, 8: made.packed },
    },
    frontier: {
      code: graphFrontierWgsl,
      constants: {},
      resources: { 6: made.firstArc, 7: made.arcs },
    },
    collect: { code: graphFinishWgsl, constants: {}, resources: { 6: made.nodeOfSlot } },
    parents: {
      code: graphFinishWgsl,
      constants: {},
      resources: { 4: made.firstIn, 5: made.arcsIn, 6: made.nodeOfSlot },
    },
    mostArcsIn: tiles.mostArcsIn,
    parentsBy: 'slots',
    epoch: undefined,
    slotOf: (node) => slotOfNode[node] ?? NONE,
    toLabel(cost) {
      // 3e38: below Infinity, which is the label of nodes that are not reached
      word[0] = Math.min(cost, 3e38);
      return bits[0];
    },
    toCosts() {},
    recount: undefined,
    // Davidson et al. (2014) take 32 * mean weight / mean degree. On an H200 road networks are
    // fastest with 256 * mean weight / mean degree: the device is busy only with wider buckets
    defaultDelta: arcCount > 0 && sum > 0 ? (256 * sum * nodeCount) / arcCount ** 2 : 1,
    orderFrom: 512,
    tileDelta: arcCount > 0 ? (2 * Math.sqrt(slotsPerTile) * sum) / arcCount : 1,
    destroy() {
      for (const buffer of buffers) buffer.destroy();
    },
  };
}
