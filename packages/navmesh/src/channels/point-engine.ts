import { openKernels } from '@wayfield/wasm';
import { findCorridorSteps, findOnward } from './corridor-steps.ts';
import { ENTRY, type Kernels, KERNELS_BASE64, LATEST, REACHED_VERTEX } from '../points.gen.ts';
import { after } from '@wayfield/triangulation/internal/half-edges';
import { findTurns } from '@wayfield/triangulation/internal/polygons';
import type { PolygonMesh, Reduction } from '@wayfield/triangulation';
import { bindQueries, type MeshPlaces } from '../queries/query-kernels.ts';
import type { SearchEngine } from '../queries/search-engine.ts';
import { bindBottlenecks, type TableRows } from './bottleneck-table.ts';
import {
  bindCorridors,
  bindLabels,
  bindMesh,
  type Corridors,
  partsWithNodes,
} from './channel-host.ts';

/**
 * Weight of the widths of bottlenecks against their distance, in `vagueness` of
 * assembly/points/sectors.ts. With 4, searches on game maps expanded the fewest labels.
 */
const WIDTH_WEIGHT = 4;

/** What a channel search is made of. */
export interface ChannelEngineOptions {
  readonly mesh: PolygonMesh;
  readonly reduction: Reduction;
  readonly places: MeshPlaces;
  readonly algorithm: 'tra*' | 'ta*' | 'fringe';
  readonly wantsTable: boolean;
  /** A search fails if it needs a number of a label that is not below this. */
  readonly mostLabels: number;
}

/** TRA*, TA* and Fringe search on a mesh that `splitVertices` made. */
export function createChannelEngine(options: ChannelEngineOptions): SearchEngine {
  const { mesh, reduction, places, algorithm, wantsTable, mostLabels } = options;
  const { part, epsilon } = places;
  const host = openKernels<Kernels>(KERNELS_BASE64);
  const { kernels, arena, blocks, put } = host;
  const { vertexCount, polygonCount } = mesh;
  const { nodeCount } = reduction;
  const onward = findOnward(mesh, reduction);
  const corridors =
    algorithm === 'ta*' ? undefined : findCorridorSteps(mesh, reduction, onward, epsilon);
  const sides = bindMesh(host, mesh, reduction, onward, corridors?.bottleneckOf);
  const corners = new Uint8Array(vertexCount + 2);
  corners.set(findTurns(mesh));
  kernels.chainsBind(blocks.allocate(REACHED_VERTEX * (vertexCount + 2)), put(corners), epsilon);
  // A chain grows by at most one vertex per triangle, on either side of the apex. This can happen
  // twice before the funnel is put in the middle of its room again.
  bindLabels(host, ENTRY, 4 * polygonCount + 64, algorithm === 'fringe', mostLabels);
  kernels.repeatedLabelsBind(
    blocks.allocate(LATEST * (algorithm === 'ta*' ? 3 * polygonCount : 3 * nodeCount)),
  );
  kernels.setOnTriangles(algorithm === 'ta*' ? 1 : 0);
  kernels.searchBind(0, 0, 0);
  const hasNodes = partsWithNodes(reduction, part);
  if (!corridors) hasNodes.fill(0);
  else {
    bindCorridors(host, corridors, nodeCount);
    bindBottlenecks(host, mesh, part, corridors, {
      rows: rowsOf(mesh, corridors),
      isWanted: wantsTable,
    });
  }
  const list = (): number => blocks.allocate(4 * places.locator.most);
  kernels.channelsBind(
    list(),
    list(),
    list(),
    put(Uint8Array.from(part, (p) => hasNodes[p])),
    algorithm === 'fringe' ? 1 : 0,
    put(corridors ? surroundings(mesh, corridors, nodeCount) : new Float64Array(0)),
  );
  const block = bindQueries(host, mesh, places, [sides + 4, 4], false);
  return { kernels, arena, blocks, block, mostLabels };
}

/** A row per vertex at which a bottleneck ends. */
function rowsOf({ corner }: PolygonMesh, { bottleneck }: Corridors): TableRows {
  const rows = new Map<number, number>();
  const side: number[] = [];
  // `bottleneck` has both directions of each bottleneck, and they start at different ends
  for (const s of bottleneck) {
    if (rows.has(corner[s])) continue;
    rows.set(corner[s], side.length);
    side.push(s);
  }
  return {
    start: side,
    side,
    vertices: Uint32Array.from(rows.keys()),
    ends(nodeSide) {
      const s = bottleneck[nodeSide];
      return [rows.get(corner[after(s)])!, rows.get(corner[s])!];
    },
  };
}

/**
 * Per node: the mean of the middles of the bottlenecks behind its sides, and their mean width times
 * WIDTH_WEIGHT. `vagueness` of assembly/points/sectors.ts needs both.
 */
function surroundings(
  { x, y, corner }: PolygonMesh,
  { bottleneck }: Corridors,
  nodeCount: number,
): Float64Array {
  const around = new Float64Array(4 * nodeCount);
  for (let i = 0; i < 3 * nodeCount; i++) {
    const [a, b] = [corner[after(bottleneck[i])], corner[bottleneck[i]]];
    const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
    const at = 4 * Math.floor(i / 3);
    around[at] += (x[a] + dx / 2) / 3;
    around[at + 1] += (y[a] + dy / 2) / 3;
    around[at + 2] += (WIDTH_WEIGHT / 3) * Math.hypot(dx, dy);
  }
  return around;
}
