import { NONE } from '@wayfield/graph';
import { createFunnel } from './create-funnel.ts';
import type { CyclicCore } from './cyclic-core.ts';
import { growWords } from './grow.ts';
import type { OpenTriangles } from './open-triangles.ts';
import { createSleeve, addPortal } from './sleeve.ts';
import { next } from './triangulation.ts';

const triangleOf = (side: number): number => (side / 3) | 0;

/** A corridor as in `Reduction`, in the numbering of the triangulation. */
export interface LiveCorridor {
  readonly triangles: readonly number[];
  /** The sides of nodes over which it is entered; NONE twice for a ring. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
  readonly width: number;
}

/** Nodes and the corridors between them, by numbers that are given out again when they are free. */
export interface LiveCorridors {
  /** One per triangle: its corridor at level 2, its node at level 3, else NONE. */
  structure: Uint32Array;
  readonly corridors: (LiveCorridor | undefined)[];
  /** One per node: its triangle, NONE where the number is free. */
  readonly nodeTriangle: number[];
  /** Three per node: 2 x corridor + the end of it that is here; NONE until it is found. */
  readonly nodeCorridor: number[];
  readonly freeCorridors: number[];
  readonly freeNodes: number[];
  /** Nodes with a side whose corridor has gone, and triangles that were in one. */
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

/** Takes out what a triangle was part of, at the level that it had. */
export function retire(live: LiveCorridors, triangle: number, level: number): void {
  const number = live.structure[triangle]!;
  if (number === NONE) return;
  if (level === 2) {
    retireCorridor(live, number);
    return;
  }
  for (let k = 0; k < 3; k++) {
    const end = live.nodeCorridor[3 * number + k]!;
    if (end !== NONE) retireCorridor(live, end >>> 1);
  }
  live.structure[triangle] = NONE;
  live.nodeTriangle[number] = NONE;
  live.freeNodes.push(number);
}

function retireCorridor(live: LiveCorridors, c: number): void {
  const { triangles, from, to } = live.corridors[c]!;
  for (const triangle of triangles) {
    live.structure[triangle] = NONE;
    live.looseTriangles.push(triangle);
  }
  for (const side of [from, to]) {
    if (side === NONE) continue;
    const node = live.structure[triangleOf(side)]!;
    live.nodeCorridor[3 * node + (side % 3)] = NONE;
    live.looseNodes.push(node);
  }
  live.corridors[c] = undefined;
  live.freeCorridors.push(c);
}

/** Makes a node of a triangle; its corridors are still to be found. */
export function addNode(live: LiveCorridors, triangle: number): void {
  const node = live.freeNodes.pop() ?? live.nodeTriangle.length;
  live.nodeTriangle[node] = triangle;
  live.nodeCorridor[3 * node] = NONE;
  live.nodeCorridor[3 * node + 1] = NONE;
  live.nodeCorridor[3 * node + 2] = NONE;
  live.structure[triangle] = node;
  live.looseNodes.push(node);
}

/** Gives what follows corridors from loose nodes, and rings from loose triangles, until nothing is loose. */
export function createTracer() {
  const sleeve = createSleeve();
  const funnel = createFunnel();

  return function trace(
    live: LiveCorridors,
    open: OpenTriangles,
    { isCore }: CyclicCore,
    level: Uint8Array,
    widths: Float64Array,
  ): void {
    const { looseNodes, looseTriangles, nodeTriangle, nodeCorridor, structure } = live;
    const { x, y, corner, twin } = open;
    for (const node of looseNodes) {
      const triangle = nodeTriangle[node]!;
      if (triangle === NONE) continue;
      for (let k = 0; k < 3; k++) if (nodeCorridor[3 * node + k] === NONE) follow(3 * triangle + k);
    }
    for (const triangle of looseTriangles) {
      if (level[triangle] !== 2 || structure[triangle] !== NONE) continue;
      let s = 3 * triangle;
      while (!isWay(s)) s++;
      // over the side that leads into it, so that the ring begins there
      follow(twin[s]!);
    }
    looseNodes.length = 0;
    looseTriangles.length = 0;

    function isWay(s: number): boolean {
      return twin[s] !== NONE && isCore[triangleOf(twin[s]!)] === 1;
    }

    function push(s: number): void {
      const [right, left] = [corner[s]!, corner[next(s)]!];
      addPortal(sleeve, x[left]!, y[left]!, x[right]!, y[right]!);
    }

    /** Follows the corridor over side `start` until a node, or where it began. */
    function follow(start: number): void {
      const c = live.freeCorridors.pop() ?? live.corridors.length;
      const triangles: number[] = [];
      let width = Infinity;
      sleeve.count = 0;
      push(start);
      let s = start;
      for (;;) {
        const entry = twin[s]!;
        const t = triangleOf(entry);
        if (level[t] === 3 || structure[t] !== NONE) break;
        structure[t] = c;
        triangles.push(t);
        for (s = 3 * t; s === entry || !isWay(s);) s++;
        push(s);
        // the corner where the two sides meet
        width = Math.min(width, widths[s === next(entry) ? s : entry]!);
      }
      if (triangles.length === 0) {
        const [a, b] = [corner[s]!, corner[next(s)]!];
        width = Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!);
      }
      const isRing = level[triangleOf(start)] !== 3;
      const end = isRing ? NONE : twin[s]!;
      live.corridors[c] = {
        triangles,
        from: isRing ? NONE : start,
        to: end,
        length: isRing ? 0 : funnel.toSegment(sleeve),
        width,
      };
      if (isRing) return;
      nodeCorridor[3 * structure[triangleOf(start)]! + (start % 3)] = 2 * c;
      nodeCorridor[3 * structure[triangleOf(end)]! + (end % 3)] = 2 * c + 1;
    }
  };
}
