import { checkLength, list, object, refuse, refuseKind, refuseNumber } from '@wayfield/check';
import { NONE } from '../types/constants.ts';
import { LARGEST_SCALE } from '../build/heuristic-scale.ts';
import { MOVES } from './kinds.ts';
import { type Arrays, type GridShape, sectionsOf, shapeOf } from '../binary/layout.ts';
import type { Graph, Grid } from '../types/data.ts';
import { checkCoordinates, checkWeights } from './weights.ts';

/** The costs of 2^30 cells take 4 GiB, which is all the memory that WebAssembly has. */
const MOST_CELLS = 2 ** 30;
const anObject = object();

/** Throws unless `value` is a whole number from `min` to `max`. */
export function checkCount(value: number, name: string, min: number, max: number = NONE - 1): void {
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    refuseNumber(name, value, `a whole number from ${min} to ${max}`);
  }
}

/** `checkLength` for an array that must be of the typed-array class `type`. */
export function checkArray(
  array: Uint8Array | Uint32Array | Float32Array,
  type: { name: string },
  length: number,
  name: string,
): void {
  if (array?.[Symbol.toStringTag] !== type.name) refuseKind(name, array, `a ${type.name}`);
  checkLength(array, length, name);
}

/** Throws unless `node` is a node (or cell) number below `nodeCount`. */
export function checkNode(node: number, nodeCount: number, name: string): void {
  if (node < nodeCount && node >>> 0 === node) return;
  if (typeof node !== 'number') refuseKind(name, node, 'the number of a node');
  checkCount(nodeCount, 'nodeCount', 0, NONE);
  throw new RangeError(`${name} is ${node}, the graph has ${nodeCount} nodes`);
}

/** `checkNode` for every entry. */
export function checkNodes(array: ArrayLike<number>, nodeCount: number, name: string): void {
  list(array, name);
  if (array.length === 0) checkCount(nodeCount, 'nodeCount', 0, NONE);
  for (let i = 0; i < array.length; i++) {
    const node = array[i];
    if (!(node < nodeCount) || node >>> 0 !== node) checkNode(node, nodeCount, `${name}[${i}]`);
  }
}

/** Throws unless every entry is a finite number of at least `min`. */
export function checkValues(array: ArrayLike<number>, name: string, min = 0): void {
  list(array, name);
  for (let i = 0; i < array.length; i++) {
    const value = array[i];
    if (!(typeof value === 'number' && value >= min && value < Infinity && value > -Infinity)) {
      refuseNumber(`${name}[${i}]`, value, `a finite number${min ? '' : ' >= 0'}`);
    }
  }
}

function checkSections(data: Graph | Grid): void {
  for (const [name, type, length] of sectionsOf(shapeOf(data))) {
    checkArray((data as unknown as Arrays)[name], type, length, name);
  }
}

/**
 * Proves that `graph` is what `Graph` promises, or throws what is wrong with it: array classes and
 * lengths, `firstOut` from 0 to arcCount without descending, heads in range, weights and
 * coordinates within their limits, `heuristicScale` from 0 to 2^64. Linear in the size of the
 * graph. Throws RangeError, or TypeError for an array of another class.
 */
export function checkGraph(graph: Graph): void {
  anObject(graph, 'graph');
  const { nodeCount, arcCount, firstOut, heuristicScale } = graph;
  checkCount(nodeCount, 'nodeCount', 0);
  checkCount(arcCount, 'arcCount', 0);
  checkSections(graph);
  for (let u = 0; u <= nodeCount; u++) {
    const least = u === nodeCount ? arcCount : u && firstOut[u - 1];
    const most = u && arcCount;
    const value = firstOut[u];
    if (value < least || value > most) refuse(`firstOut[${u}]`, value, `${least} to ${most}`);
  }
  checkNodes(graph.head, nodeCount, 'head');
  checkWeights(graph.weight, nodeCount);
  for (const name of ['x', 'y'] as const) {
    const coordinate = graph[name];
    if (graph.x === undefined && graph.y === undefined) break;
    checkArray(coordinate!, Float32Array, nodeCount, name);
    checkCoordinates(coordinate!, nodeCount, name);
  }
  checkScale(heuristicScale, LARGEST_SCALE);
}

export function checkScale(scale: number, most: number): void {
  if (typeof scale === 'number' && scale >= 0 && scale <= most) return;
  refuseNumber('heuristicScale', scale, `0 to ${most === LARGEST_SCALE ? '2^64' : most}`);
}

/**
 * Proves that `grid` is what `Grid` promises, or throws what is wrong with it: at least one cell,
 * width * height factors within their limits, 4 or 8 neighbours, a known corner rule.
 * Throws RangeError, or TypeError for an array of another class.
 */
export function checkGrid(grid: Grid): void {
  anObject(grid, 'grid');
  checkGridShape(grid);
  checkSections(grid);
  checkWeights(grid.cost, grid.cost.length, 'cost');
}

/** The part of `checkGrid` that needs no cells. */
export function checkGridShape({ width, height, neighbours, corners }: GridShape): void {
  checkCount(width, 'width', 1);
  checkCount(height, 'height', 1);
  if (width * height > MOST_CELLS) {
    const cells = `${width} * ${height} = ${width * height}`;
    throw new RangeError(`width * height is ${cells}, expected at most ${MOST_CELLS} cells (2^30)`);
  }
  MOVES.neighbours(neighbours, 'neighbours');
  MOVES.corners(corners, 'corners');
}
