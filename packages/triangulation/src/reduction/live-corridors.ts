import { NONE } from '@wayfield/graph';
import { growWords } from '../common/grow.ts';
import { triangleOf } from '../geometry/sides.ts';
import {
  type Corridor,
  type CorridorTriangles,
  createCorridorWalk,
  ringStart,
} from './walk-corridor.ts';

/**
 * Nodes and the corridors between them, which `retire` removes and the tracer finds again. Numbers
 * of removed nodes and corridors are reused. `looseNodes` and `looseTriangles` wait for the tracer:
 * nodes with a side without a corridor, triangles of removed corridors, new triangles of level 2.
 * Entries may be out of date, and the tracer skips those.
 */
export interface LiveCorridors {
  /** One per triangle: its corridor at level 2, its node at level 3, else NONE. */
  structure: Uint32Array;
  readonly corridors: (Corridor | undefined)[];
  /** One per node: its triangle, NONE where the number is free. */
  readonly nodeTriangle: number[];
  /**
   * Three per node: 2 x corridor + the end of the corridor at this side; NONE until the tracer has
   * found the corridor.
   */
  readonly nodeCorridor: number[];
  readonly freeCorridors: number[];
  readonly freeNodes: number[];
  readonly looseNodes: number[];
  readonly looseTriangles: number[];
}

export function createLiveCorridors(): LiveCorridors {
  return {
    structure: new Uint32Array(0),
    corridors: [],
    nodeTriangle: [],
    nodeCorridor: [],
    freeCorridors: [],
    freeNodes: [],
    looseNodes: [],
    looseTriangles: [],
  };
}

/** Makes room for `count` triangles. */
export function growCorridors(live: LiveCorridors, count: number): void {
  live.structure = growWords(live.structure, count, NONE);
}

/**
 * Removes the node or corridor that a triangle is part of, by the level that the triangle had. A
 * node is removed with the corridors at its sides.
 */
export function retire(live: LiveCorridors, triangle: number, level: number): void {
  const number = live.structure[triangle];
  if (number === NONE) return;
  if (level === 2) {
    retireCorridor(live, number);
    return;
  }
  for (let k = 0; k < 3; k++) {
    const end = live.nodeCorridor[3 * number + k];
    if (end !== NONE) retireCorridor(live, end >>> 1);
  }
  live.structure[triangle] = NONE;
  live.nodeTriangle[number] = NONE;
  live.freeNodes.push(number);
}

function retireCorridor(live: LiveCorridors, c: number): void {
  const { triangles, from, to } = live.corridors[c] as Corridor;
  for (const triangle of triangles) {
    live.structure[triangle] = NONE;
    live.looseTriangles.push(triangle);
  }
  for (const side of [from, to]) {
    if (side === NONE) continue;
    const node = live.structure[triangleOf(side)];
    live.nodeCorridor[3 * node + (side % 3)] = NONE;
    live.looseNodes.push(node);
  }
  live.corridors[c] = undefined;
  live.freeCorridors.push(c);
}

/** Makes a triangle a node, which is loose until its corridors are found. */
export function addNode(live: LiveCorridors, triangle: number): void {
  const node = live.freeNodes.pop() ?? live.nodeTriangle.length;
  live.nodeTriangle[node] = triangle;
  live.nodeCorridor[3 * node] = NONE;
  live.nodeCorridor[3 * node + 1] = NONE;
  live.nodeCorridor[3 * node + 2] = NONE;
  live.structure[triangle] = node;
  live.looseNodes.push(node);
}

/**
 * Makes the tracer, which finds the corridors of loose nodes, and rings of loose triangles, until
 * nothing is loose.
 */
export function createTracer(): (live: LiveCorridors, on: CorridorTriangles) => void {
  const walk = createCorridorWalk();

  return function trace(live, on) {
    const { looseNodes, looseTriangles, nodeTriangle, nodeCorridor, structure } = live;

    function add(start: number): void {
      const c = live.freeCorridors.pop() ?? live.corridors.length;
      const corridor = walk(on, start);
      live.corridors[c] = corridor;
      for (const triangle of corridor.triangles) structure[triangle] = c;
      for (const [end, side] of [corridor.from, corridor.to].entries())
        if (side !== NONE) nodeCorridor[3 * structure[triangleOf(side)] + (side % 3)] = 2 * c + end;
    }

    for (const node of looseNodes) {
      const triangle = nodeTriangle[node];
      if (triangle === NONE) continue;
      for (let k = 0; k < 3; k++) if (nodeCorridor[3 * node + k] === NONE) add(3 * triangle + k);
    }
    for (const triangle of looseTriangles)
      if (on.level[triangle] === 2 && structure[triangle] === NONE) add(ringStart(on, triangle));
    looseNodes.length = 0;
    looseTriangles.length = 0;
  };
}
