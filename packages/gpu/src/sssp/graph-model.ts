import { type Graph, NONE } from '@wayfield/graph';
import { uploadWords } from '../buffers.ts';
import { inWords } from '../memory-plan.ts';
import { graphFinishWgsl } from './finish.wgsl.ts';
import { graphFrontierWgsl } from './frontier.wgsl.ts';
import { graphTileWgsl } from './graph-tile.wgsl.ts';
import { type GraphTiles, tileGraph } from './graph-tiles.ts';
import type { Model } from './model.ts';
import { tileLanes, type Tuned } from './tuning.ts';

/** Bits of the f32 Infinity: the label of what is not reached. */
const INFINITY_BITS = 0x7f800000;

/** Nodes of a tile; measured on road networks. */
const TILE_NODES = 512;

/** Cuts a graph into tiles, as `graphModel` does. */
export function graphTilesFor(graph: Graph, tuned: Tuned): GraphTiles {
  const { lanes, perLane } = tileLanes(tuned, TILE_NODES, graph.nodeCount);
  return tileGraph(graph, lanes * perLane);
}

/**
 * Whether tiles suit a graph: most arcs stay inside of them, and no node has so many that the invocation
 * which relaxes it keeps its workgroup waiting.
 */
export function tilesWell({ arcCount }: Graph, { tiles, leaving, mostArcs }: GraphTiles): boolean {
  return mostArcs <= 256 && (tiles === 1 || leaving <= arcCount / 4);
}

/** A graph on the device. */
export function graphModel(
  device: GPUDevice,
  graph: Graph,
  tiles: GraphTiles,
  tuned: Tuned,
): Model {
  const { nodeCount, arcCount } = graph;
  const { slots, slotsPerTile, scale, slotOfNode } = tiles;
  if (slots >= 2 ** 31) {
    throw new RangeError(`the graph has ${inWords(nodeCount)} nodes, the GPU takes 2^31`);
  }
  const label = (name: string): string => `tree solver: ${name}`;
  const buffers: GPUBuffer[] = [];
  const upload = (name: string, words: Uint32Array): GPUBuffer => {
    const buffer = uploadWords(device, label(name), words);
    buffers.push(buffer);
    return buffer;
  };
  let made: Record<'firstArc' | 'arcs' | 'packed' | 'firstIn' | 'arcsIn' | 'nodeOfSlot', GPUBuffer>;
  try {
    made = {
      firstArc: upload('rows', tiles.firstArc),
      arcs: upload('arcs', tiles.arcs),
      packed: upload('packed arcs', tiles.packed),
      firstIn: upload('rows of arcs in', tiles.firstIn),
      arcsIn: upload('arcs in', tiles.arcsIn),
      nodeOfSlot: upload('nodes of slots', tiles.nodeOfSlot),
    };
  } catch (error) {
    for (const buffer of buffers) buffer.destroy();
    throw error;
  }
  let memoryBytes = 0;
  for (const buffer of buffers) memoryBytes += buffer.size;

  let sum = 0;
  for (let a = 0; a < arcCount; a++) sum += graph.weight[a];
  const word = new Float32Array(1);
  const bits = new Uint32Array(word.buffer);
  const { lanes, perLane } = tileLanes(tuned, TILE_NODES, nodeCount);
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
    // a wave crosses about as many tiles as there are in a row and goes back now and then
    roundsGuess: 16 + Math.ceil(2 * Math.sqrt(tiles.tiles)),
    memoryBytes,
    relaxTiles: {
      code: graphTileWgsl(perLane),
      constants: { WORKGROUP_SIZE: lanes, SWEEPS: tuned.sweeps },
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
    parentsBy: 'slots',
    epoch: undefined,
    slotOf: (node) => slotOfNode[node] ?? NONE,
    toLabel(cost) {
      word[0] = Math.min(cost * scale, 3e38);
      return bits[0];
    },
    toCosts(labels, costs) {
      if (scale === 1) return; // the bits of a label are its cost
      for (let v = 0; v < labels.length; v++) costs[v] /= scale;
    },
    recount: undefined,
    // Davidson et al. have 32 * mean weight / mean degree; road networks on larger devices want more
    defaultDelta: arcCount > 0 && sum > 0 ? (256 * sum * nodeCount) / arcCount ** 2 : 1,
    orderFrom: 512,
    tileDelta: arcCount > 0 ? (2 * Math.sqrt(slotsPerTile) * sum) / arcCount : 1,
    destroy() {
      for (const buffer of buffers) buffer.destroy();
    },
  };
}
