import { NONE } from './constants.ts';
import { LARGEST_SCALE } from './heuristic-scale.ts';
import { type Arrays, CORNER_RULES, type GridShape, sectionsOf, shapeOf } from './layout.ts';
import type { Graph, Grid } from './types.ts';
import { checkCoordinates, checkWeights } from './weights.ts';

/** Throws the RangeError that says what `name` is and what it should be. */
export function refuse(name: string, value: unknown, expected: unknown): never {
  throw new RangeError(`${name} is ${value}, expected ${expected}`);
}

/** Throws unless `value` is a whole number from `min` to `max`. */
export function checkCount(value: number, name: string, min: number, max: number = NONE - 1): void {
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    refuse(name, value, `a whole number from ${min} to ${max}`);
  }
}

export function checkLength(array: ArrayLike<unknown>, expected: number, name: string): void {
  const length = array?.length;
  if (length === expected) return;
  const hint = length === 0 ? ' (is its buffer detached?)' : '';
  throw new RangeError(`${name} has ${length} entries, expected ${expected}${hint}`);
}

/** `checkLength` for an array that must be of the typed-array class `type`. */
export function checkArray(
  array: Uint8Array | Uint32Array | Float32Array,
  type: { name: string },
  length: number,
  name: string,
): void {
  if (array?.[Symbol.toStringTag] !== type.name) {
    throw new TypeError(`${name} is not a ${type.name}`);
  }
  checkLength(array, length, name);
}

/** Throws unless `node` is a node (or cell) number below `nodeCount`. */
export function checkNode(node: number, nodeCount: number, name: string): void {
  if (!(node < nodeCount) || node >>> 0 !== node) {
    throw new RangeError(`${name} is ${node}, the graph has ${nodeCount} nodes`);
  }
}

/** `checkNode` for every entry. */
export function checkNodes(array: ArrayLike<number>, nodeCount: number, name: string): void {
  for (let i = 0; i < array.length; i++) {
    const node = array[i];
    if (!(node < nodeCount) || node >>> 0 !== node) checkNode(node, nodeCount, `${name}[${i}]`);
  }
}

/** Throws unless every entry, rounded to f32, is finite and at least `min`. */
export function checkValues(array: ArrayLike<number>, name: string, min = 0): void {
  for (let i = 0; i < array.length; i++) {
    const value = Math.fround(array[i]);
    if (!(value >= min && value < Infinity && value > -Infinity)) {
      refuse(`${name}[${i}]`, array[i], `a finite number${min ? '' : ' >= 0'}`);
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
 * lengths, `firstOut` from 0 to arcCount without descending, heads in range, weights and coordinates
 * within their limits, `heuristicScale` from 0 to 2^64. Linear in the size of the graph. Throws RangeError, or TypeError for an array of another class.
 */
export function checkGraph(graph: Graph): void {
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
  if (graph.x && graph.y) {
    checkCoordinates(graph.x, nodeCount, 'x');
    checkCoordinates(graph.y, nodeCount, 'y');
  }
  checkScale(heuristicScale, LARGEST_SCALE);
}

export function checkScale(scale: number, most: number): void {
  if (scale >= 0 && scale <= most) return;
  refuse('heuristicScale', scale, `0 to ${most === LARGEST_SCALE ? '2^64' : most}`);
}

/**
 * Proves that `grid` is what `Grid` promises, or throws what is wrong with it: at least one cell,
 * width * height factors within their limits, 4 or 8 neighbours, a known corner rule.
 * Throws RangeError, or TypeError for an array of another class.
 */
export function checkGrid(grid: Grid): void {
  checkGridShape(grid);
  checkSections(grid);
  checkWeights(grid.cost, grid.cost.length, 'cost');
}

/** The part of `checkGrid` that needs no cells. */
export function checkGridShape({ width, height, neighbours, corners }: GridShape): void {
  checkCount(width, 'width', 1);
  checkCount(height, 'height', 1);
  checkCount(width * height, 'width * height', 1);
  if (neighbours !== 4 && neighbours !== 8) refuse('neighbours', neighbours, '4 or 8');
  if (!CORNER_RULES.includes(corners)) refuse('corners', corners, CORNER_RULES.join(', '));
}
