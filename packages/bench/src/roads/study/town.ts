// Made-up towns of exactly the size of the study's maps, whose extracts are lost: as many nodes and
// arcs, and as many routes without a path, between any nodes and between classified ones.
import { random } from '@wayfield/graph/generators';
import { loadGeoJson, type RoadNetwork } from '@wayfield/osm';
import type { StudyMap } from './study-figures.ts';

/** Degrees between neighbouring junctions. */
const SPACING = 0.002;
/** One of this number of streets of the lattice is classified. */
const CLASSIFIED_EVERY = 4;
/** Nodes of an isolated ring: the study made arcs of buildings too. */
const RING = 6;

interface Line {
  readonly highway: 'secondary' | 'residential';
  readonly places: readonly (readonly [lon: number, lat: number])[];
}

/**
 * A town with the nodes and arcs of a map of the study; each point of a road is a node. The size of
 * its largest component gives as many random pairs without a path as the study has; all other nodes
 * are isolated rings.
 */
export function buildTown(
  { nodes, arcs, random: anyNodes, classified }: StudyMap,
  seed: number,
): RoadNetwork {
  const next = random(seed);
  const edges = arcs / 2;
  // two random nodes are joined where both lie in the largest component, which is the square of its
  // share of all nodes; two nodes of one small ring are rare
  const apart = Math.round(nodes * (1 - Math.sqrt(1 - anyNodes.zeroShare)));
  const rings = ringSizes(apart);
  const inRings = rings.reduce((sum, size) => sum + size, 0);
  const main = layStreets(nodes - inRings, edges - inRings, next);
  const share = 1 - Math.sqrt(1 - classified.zeroShare);
  // classified nodes that rings still need, so that `share` of all classified nodes are in rings
  let left = Math.round((share / (1 - share)) * main.classified);
  const side = Math.ceil(Math.sqrt(Math.max(1, rings.length)));
  const lines = [...main.lines];
  rings.forEach((size, i) => {
    const [x, y] = [-1 - (i % side), Math.floor(i / side)];
    const places = Array.from({ length: size + 1 }, (_, k) => {
      const angle = (2 * Math.PI * (k % size)) / size;
      return [
        SPACING * (x + 0.3 * Math.cos(angle)),
        SPACING * (y + 0.3 * Math.sin(angle)),
      ] as const;
    });
    const marked = left >= size / 2;
    if (marked) left -= size;
    lines.push({ highway: marked ? 'secondary' : 'residential', places });
  });
  const features = lines.map(({ highway, places }) => ({
    type: 'Feature',
    properties: { highway },
    geometry: { type: 'LineString', coordinates: places },
  }));
  const network = loadGeoJson(
    { type: 'FeatureCollection', features },
    { profile: 'car', contract: false },
  );
  const { nodeCount, arcCount } = network.graph;
  if (nodeCount !== nodes || arcCount !== arcs) {
    throw new Error(
      `the town has ${nodeCount} nodes and ${arcCount} arcs, not ${nodes} and ${arcs}`,
    );
  }
  return network;
}

/** Sizes of rings with this number of nodes in all; a ring has at least 3. */
function ringSizes(nodes: number): number[] {
  if (nodes < 3) return [];
  const sizes = Array.from({ length: Math.floor(nodes / RING) }, () => RING);
  const rest = nodes - RING * sizes.length;
  if (rest >= 3) sizes.push(rest);
  else if (sizes.length > 0) sizes[0] += rest;
  return sizes;
}

/** Streets on a lattice, all connected, with exactly this number of nodes and edges. */
function layStreets(
  nodes: number,
  edges: number,
  next: () => number,
): { lines: Line[]; classified: number } {
  // a connected graph has as many cycles as edges beyond a tree
  const loops = edges - nodes + 1;
  // a lattice has (side - 1)^2 cycles: half as many again as are kept
  const side = Math.ceil(Math.sqrt(1.5 * Math.max(1, loops))) + 1;
  const all: [a: number, b: number, main: boolean][] = [];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const v = y * side + x;
      if (x + 1 < side) all.push([v, v + 1, y % CLASSIFIED_EVERY === 0]);
      if (y + 1 < side) all.push([v, v + side, x % CLASSIFIED_EVERY === 0]);
    }
  }
  shuffle(all, next);
  // classified streets continue from one end to the other
  all.sort((a, b) => Number(b[2]) - Number(a[2]));
  const root = Array.from({ length: side * side }, (_, v) => v);
  const find = (v: number): number => {
    while (root[v] !== v) v = root[v] = root[root[v]];
    return v;
  };
  const kept: typeof all = [];
  const spare: typeof all = [];
  for (const edge of all) {
    const [a, b] = [find(edge[0]), find(edge[1])];
    if (a === b) spare.push(edge);
    else {
      root[a] = b;
      kept.push(edge);
    }
  }
  kept.push(...spare.slice(0, loops));
  const points = spread(nodes - side * side, kept.length, next);
  const places = Array.from({ length: side * side }, (_, v) => [
    SPACING * ((v % side) + 0.6 * (next() - 0.5)),
    SPACING * (Math.floor(v / side) + 0.6 * (next() - 0.5)),
  ]);
  const onMain = new Set<number>();
  let between = 0;
  const lines = kept.map(([a, b, main], i): Line => {
    if (main) {
      onMain.add(a).add(b);
      between += points[i];
    }
    const [[ax, ay], [bx, by]] = [places[a], places[b]];
    const steps = points[i] + 1;
    const way = Array.from({ length: steps + 1 }, (_, k) => {
      const t = k / steps;
      // a bend, because roads are longer than straight lines
      const bend = 0.15 * Math.sin(Math.PI * t);
      return [
        ax + t * (bx - ax) - bend * (by - ay),
        ay + t * (by - ay) + bend * (bx - ax),
      ] as const;
    });
    // the ends must meet other roads exactly
    way[0] = [ax, ay];
    way[steps] = [bx, by];
    return { highway: main ? 'secondary' : 'residential', places: way };
  });
  return { lines, classified: onMain.size + between };
}

/** Distributes points over roads at random. */
function spread(points: number, roads: number, next: () => number): number[] {
  const counts = Array.from({ length: roads }, () => 0);
  for (let i = 0; i < points; i++) counts[Math.floor(next() * roads)]++;
  return counts;
}

function shuffle(list: unknown[], next: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const k = Math.floor(next() * (i + 1));
    [list[i], list[k]] = [list[k], list[i]];
  }
}
