import { largestScale } from './heuristic-scale.ts';
import { CORNER_RULES } from './layout.ts';
import { NONE } from './constants.ts';
import type { Graph, Grid } from './types.ts';

/** Throws unless `value` is a whole number from `min` to `max`. */
export function checkCount(value: number, name: string, min: number, max: number = NONE - 1): void {
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    throw new RangeError(`${name} is ${value}, expected a whole number from ${min} to ${max}`);
  }
}

export function checkLength(array: ArrayLike<number>, expected: number, name: string): void {
  if (array?.length !== expected) {
    throw new RangeError(`${name} has ${array?.length} entries, expected ${expected}`);
  }
}

/** `checkLength` for an array that must be of the typed-array class `type`. */
export function checkArray(
  array: Uint8Array | Uint32Array | Float32Array,
  type: string,
  length: number,
  name: string,
): void {
  if (array?.[Symbol.toStringTag] !== type) throw new TypeError(`${name} is not a ${type}`);
  if (length && array.buffer.byteLength === 0) {
    throw new TypeError(`${name} is detached: its buffer has 0 bytes, expected ${length} entries`);
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
      throw new RangeError(
        `${name}[${i}] is ${array[i]}, expected a finite number${min ? '' : ' >= 0'}`,
      );
    }
  }
}

/** Throws unless x and y are both absent, or both hold `nodeCount` finite numbers. */
export function checkCoordinates(
  { x, y }: { x?: ArrayLike<number>; y?: ArrayLike<number> },
  nodeCount: number,
): void {
  if (!x !== !y) throw new RangeError(`${x ? 'x is there without y' : 'y is there without x'}`);
  if (!x || !y) return;
  checkLength(x, nodeCount, 'x');
  checkLength(y, nodeCount, 'y');
  checkValues(x, 'x', -Infinity);
  checkValues(y, 'y', -Infinity);
}

/**
 * Proves that `graph` is what `Graph` promises, or throws what is wrong with it: array classes and
 * lengths, `firstOut` from 0 to arcCount without descending, heads in range, weights finite and
 * >= 0, coordinates finite, and no arc cheaper than its straight line times `heuristicScale`.
 * Linear in the size of the graph.
 */
export function checkGraph(graph: Graph): void {
  const { nodeCount, arcCount, firstOut, head, weight, x, y, heuristicScale } = graph;
  checkCount(nodeCount, 'nodeCount', 0);
  checkCount(arcCount, 'arcCount', 0);
  checkArray(firstOut, 'Uint32Array', nodeCount + 1, 'firstOut');
  checkArray(head, 'Uint32Array', arcCount, 'head');
  checkArray(weight, 'Float32Array', arcCount, 'weight');
  let last = 0;
  for (let u = 0; u <= nodeCount; u++) {
    if (firstOut[u] < last) {
      throw new RangeError(`firstOut[${u}] is ${firstOut[u]}, below firstOut[${u - 1}] = ${last}`);
    }
    last = firstOut[u];
  }
  if (firstOut[0] !== 0) throw new RangeError(`firstOut[0] is ${firstOut[0]}, expected 0`);
  if (last !== arcCount) {
    throw new RangeError(`firstOut[${nodeCount}] is ${last}, expected arcCount = ${arcCount}`);
  }
  checkNodes(head, nodeCount, 'head');
  checkValues(weight, 'weight');
  if (x) checkArray(x, 'Float32Array', nodeCount, 'x');
  if (y) checkArray(y, 'Float32Array', nodeCount, 'y');
  checkCoordinates(graph, nodeCount);
  if (heuristicScale !== 0) {
    const most = largestScale(graph);
    if (!(heuristicScale > 0 && heuristicScale <= most)) {
      throw new RangeError(`heuristicScale is ${heuristicScale}, the arcs allow 0 to ${most}`);
    }
  }
}

/**
 * Proves that `grid` is what `Grid` promises, or throws what is wrong with it: at least one cell,
 * width * height factors, finite and >= 0, 4 or 8 neighbours, a known corner rule.
 */
export function checkGrid(grid: Grid): void {
  checkGridShape(grid);
  checkArray(grid.cost, 'Float32Array', grid.width * grid.height, 'cost');
  checkValues(grid.cost, 'cost');
}

/** The part of `checkGrid` that needs no cells. */
export function checkGridShape({
  width,
  height,
  neighbours,
  corners,
}: Omit<Grid, 'cost' | 'buffer'>): void {
  checkCount(width, 'width', 1);
  checkCount(height, 'height', 1);
  checkCount(width * height, 'width * height', 1);
  if (neighbours !== 4 && neighbours !== 8)
    throw new RangeError(`neighbours is ${neighbours}, expected 4 or 8`);
  if (!CORNER_RULES.includes(corners)) {
    throw new RangeError(`corners is '${corners}', expected '${CORNER_RULES.join("', '")}'`);
  }
}
