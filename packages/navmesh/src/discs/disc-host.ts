import { NONE } from '@wayfield/graph';
import { type KernelHost, openKernels } from '@wayfield/wasm';
import { bindBottlenecks, type TableRows } from '../channels/bottleneck-table.ts';
import {
  bindCorridors,
  bindLabels,
  bindMesh,
  type Corridors,
  partsWithNodes,
  ROOM,
} from '../channels/channel-host.ts';
import {
  BRANCH,
  ENTRY,
  KEPT_LABELS,
  type Kernels,
  KERNELS_BASE64,
  MOST_DOUBTFUL,
  PATH_POINT,
  REACHED_TURN,
  ROW_LENGTH,
} from '../discs.gen.ts';
import {
  createPointLocator,
  findInnerWidths,
  findLoose,
  type PointLocator,
} from '@wayfield/triangulation/internal/polygons';
import { buildReduction, type PolygonMesh, type Reduction } from '@wayfield/triangulation';
import { bindLocator } from '../queries/query-kernels.ts';
import { findOnward } from '../channels/corridor-steps.ts';
import { type DiscCorridors, findDiscCorridors } from './disc-corridors.ts';
import { distanceRounding } from './disc-facts.ts';
import type { DiscSearchOptions } from './disc-search.ts';
import { findOpenReaches } from './open-reach.ts';
import { buildPassages, type Passages } from './passages.ts';

/** The kernels of the search for discs on one mesh, with all that they need bound. */
export interface DiscHost extends KernelHost<Kernels> {
  readonly mesh: PolygonMesh;
  readonly locator: PointLocator;
  readonly passages: Passages;
  /** Per triangle: the number of its connected part. */
  readonly part: Uint32Array;
  /** `distanceRounding` of the mesh. */
  readonly rounding: number;
  /** A search fails if it needs a number of a label that is not below this: units of 32 bytes. */
  readonly mostLabels: number;
  /** Addresses of the lists of triangles that hold the source, and the target. */
  readonly sourceList: number;
  readonly targetList: number;
}

export function openDiscHost(
  mesh: PolygonMesh,
  options: DiscSearchOptions,
  mostLabels: number,
): DiscHost {
  const host = openKernels<Kernels>(KERNELS_BASE64);
  const { kernels, blocks, put } = host;
  const locator = createPointLocator(mesh);
  const rounding = distanceRounding(mesh);
  const reduction = options.reduction ?? buildReduction(mesh);
  const part = reduction.part.slice();
  const inner = findInnerWidths(mesh);
  // inner widths: a path that begins or ends beside a wall need not pass that wall
  const passages = buildPassages(mesh, inner);
  const onward = findOnward(mesh, reduction);
  const widths = { pass: reduction.passWidth, inner };
  const corridors = findDiscCorridors(mesh, reduction, onward, widths, locator.epsilon);
  bindMesh(host, mesh, reduction, onward, corridors.bottleneckOf);
  bindWidths(host, mesh, reduction, corridors, { inner, rounding });
  bindSearch(host, mesh, reduction, locator.most, mostLabels);
  bindPaths(host, mesh);
  bindCorridors(host, corridors, reduction.nodeCount);
  const rows = rowsOf(mesh, corridors);
  kernels.rowsBind(blocks.allocate(ROW_LENGTH * rows.start.length));
  bindBottlenecks(host, mesh, part, corridors, { rows, isWanted: options.table ?? true });
  const sourceList = blocks.allocate(4 * locator.most);
  const targetList = blocks.allocate(4 * locator.most);
  bindLocator(kernels, put, mesh, locator);
  const { parent, width } = passages;
  kernels.endsBind(put(parent), put(width), sourceList, targetList);
  const hasNodes = partsWithNodes(reduction, part);
  kernels.queryBind(put(Uint8Array.from(part, (p) => hasNodes[p])));
  return { ...host, mesh, locator, passages, part, rounding, sourceList, targetList, mostLabels };
}

function bindWidths(
  { kernels, put }: KernelHost<Kernels>,
  mesh: PolygonMesh,
  { passWidth, nodeCount }: Reduction,
  { strides, halfWidth, halfInner, sections }: DiscCorridors,
  { inner, rounding }: { readonly inner: Float64Array; readonly rounding: number },
): void {
  kernels.widthsBind(put(passWidth), put(inner), put(strides), put(findLoose(mesh)), rounding);
  kernels.halfWidthsBind(put(halfWidth), put(halfInner), put(sections), 6 * nodeCount);
}

/** Binds the search: labels, branches, dominance, and marks of triangles and vertices. */
function bindSearch(
  host: KernelHost<Kernels>,
  { polygonCount, vertexCount }: PolygonMesh,
  { nodeCount }: Reduction,
  mostTargets: number,
  mostLabels: number,
): void {
  const { kernels, blocks } = host;
  // each triangle adds one vertex to a chain; 64 to spare
  const chain = polygonCount + 64;
  bindLabels(host, ENTRY, 2 * chain + 4, false, mostLabels);
  kernels.branchesBind(blocks.allocate(BRANCH * ROOM), ROOM);
  kernels.keptLabelsBind(blocks.allocate(3 * KEPT_LABELS * nodeCount));
  // two per side of a triangle, one for each hand
  kernels.dominanceBind(
    blocks.allocate(6 * REACHED_TURN * polygonCount),
    blocks.allocate(4 * MOST_DOUBTFUL),
  );
  kernels.marksBind(blocks.allocate(4 * vertexCount));
  kernels.searchBind(chain, blocks.allocate(4 * mostTargets), 0);
}

/** Binds channel.ts and its files: the path of a channel, and the search for what is too near. */
function bindPaths({ kernels, blocks, put }: KernelHost<Kernels>, mesh: PolygonMesh): void {
  const { polygonCount } = mesh;
  kernels.nearBind(blocks.allocate(4 * polygonCount), blocks.allocate(4 * polygonCount), 0);
  kernels.crossedBind(blocks.allocate(4 * ROOM), ROOM);
  kernels.crossingsBind(blocks.allocate(12 * polygonCount), 0);
  kernels.besideBind(put(findOpenReaches(mesh)));
  kernels.pathBind(blocks.allocate(PATH_POINT * ROOM), ROOM);
  kernels.turnsBind(blocks.allocate(ENTRY * ROOM), ROOM);
  kernels.bestBind(blocks.allocate(PATH_POINT * ROOM), ROOM);
}

/**
 * A row per direction of each bottleneck: the end that is on the left as the path crosses there.
 */
function rowsOf({ twin }: PolygonMesh, { bottleneck, bottleneckOf }: Corridors): TableRows {
  const start = Array.from(bottleneck.keys()).filter((i) => bottleneck[i] !== NONE);
  const rowOf = new Uint32Array(bottleneck.length).fill(NONE);
  start.forEach((nodeSide, row) => (rowOf[nodeSide] = row));
  return {
    start,
    side: start.map((nodeSide) => bottleneck[nodeSide]),
    vertices: new Uint32Array(0),
    ends: (nodeSide) => [rowOf[nodeSide], rowOf[bottleneckOf[twin[bottleneck[nodeSide]]]]],
  };
}
