// What is drawn, in which order and how: layers of lines of one colour and width, then marks.
// svg.ts and pixels.ts paint the layers.
import {
  checkLength,
  checkOptions,
  list,
  listOf,
  number,
  type OptionRules,
  rule,
  type Rule,
  whole,
} from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import {
  type Dot,
  HEAT_COLOURS,
  type Layer,
  type Layers,
  type Mark,
  PATH_COLOURS,
} from '@wayfield/graph/draw';
import { arcBetween } from '../arc-between.ts';
import { classNumber, type RoadClass } from '../road-class.ts';
import { checkNetwork, checkNumbers, record } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import { type Frame, frameOf } from './frame.ts';

/** What to draw on the roads of a network. */
export interface MapPicture {
  /** Pixels of the longer side, border included, 16 to 16384. Default 1200. */
  readonly size?: number;
  /** Only this part of the map, in degrees. Default: all of it. */
  readonly box?: readonly [west: number, south: number, east: number, north: number];
  /** Paths of nodes of the graph; colours repeat after the last of the palette. */
  readonly paths?: readonly ArrayLike<number>[];
  /** One entry per road: how often it is used, 0 = not drawn as used. See `countUse`. */
  readonly use?: ArrayLike<number>;
  /** Nodes of the map with a mark. */
  readonly marks?: Readonly<Partial<Record<Mark, ArrayLike<number>>>>;
}

/** A picture ready to be drawn. Its lines are ranges of the points in `frame`. */
export interface MapLayers extends Layers {
  readonly frame: Frame;
}

interface Look {
  readonly line: string;
  readonly edge: string;
  /** Pixels on a map of 1200 pixels. */
  readonly width: number;
}

const BACKGROUND = '#ece9e2';
/** Pixels around the roads of a picture. */
const BORDER = 24;
/** From the least important class to the most important, which is drawn on top. */
const LOOK_OF: Readonly<Record<RoadClass, Look>> = {
  other: { line: '#d3d0ca', edge: '', width: 0.8 },
  ferry: { line: '#9dbfe0', edge: '', width: 1.4 },
  steps: { line: '#d9a9a0', edge: '', width: 0.9 },
  path: { line: '#cdbfae', edge: '', width: 0.9 },
  footway: { line: '#d9b8ae', edge: '', width: 0.9 },
  cycleway: { line: '#b3bde0', edge: '', width: 0.9 },
  track: { line: '#cbb58c', edge: '', width: 1 },
  pedestrian: { line: '#d8d4e0', edge: '#b9b3c4', width: 1.2 },
  service: { line: '#ffffff', edge: '#c9c3ba', width: 1 },
  living_street: { line: '#ffffff', edge: '#bcb6ac', width: 1.3 },
  residential: { line: '#ffffff', edge: '#b4aea4', width: 1.6 },
  unclassified: { line: '#ffffff', edge: '#aca59b', width: 1.8 },
  tertiary: { line: '#fdf6b8', edge: '#c2b46a', width: 2.2 },
  secondary: { line: '#fbdf9a', edge: '#c49a4a', width: 2.6 },
  primary: { line: '#f9c08a', edge: '#c27a3c', width: 3 },
  trunk: { line: '#f4a08c', edge: '#b85a48', width: 3.4 },
  motorway: { line: '#e58aa0', edge: '#a84a66', width: 3.8 },
};
const LOOKS = Object.entries(LOOK_OF) as [RoadClass, Look][];
/** Grey roads, for pictures that show routes or use on them. */
const MUTED: readonly (readonly [RoadClass, Look])[] = LOOKS.map(([name, look]) => [
  name,
  { line: look.edge === '' ? '#dbd7d0' : '#cbc6be', edge: '', width: 0.75 * look.width },
]);
const BOX = rule<readonly number[]>(
  'west, south, east, north in degrees',
  (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'number'),
  ([west, south, east, north, ...more]) =>
    more.length === 0 &&
    west >= -180 &&
    west < east &&
    east <= 180 &&
    south >= -90 &&
    south < north &&
    north <= 90,
);
const MARKS: Rule = (value, name) => {
  record(value, name);
  checkOptions('marks', value, { start: list, goal: list, blocked: list });
};
const PICTURE: OptionRules = {
  size: whole(16, 16384),
  box: BOX,
  paths: listOf(list),
  use: listOf(number(0)),
  marks: MARKS,
};

/**
 * The layers of a picture. Throws RangeError for a size or a box out of range, for numbers that are
 * no nodes, and for a path without an arc from one node to the next.
 */
export function layersOf(where: string, network: RoadNetwork, picture: MapPicture): MapLayers {
  checkNetwork(network);
  checkOptions(where, picture, PICTURE);
  const { size = 1200, box, paths = [], use, marks = {} } = picture;
  const { roads, baseCount } = network;
  if (use) checkLength(use, roads.count, 'use');
  paths.forEach((path, i) => checkNumbers(path, network.graph.nodeCount, `paths[${i}]`, 'nodes'));
  const border = Math.min(BORDER, Math.floor(size / 8));
  const frame = frameOf(network, size, border, box);
  const zoom = widthFactor(network, frame, size);
  const layers: Layer[] = [];
  const busy = use !== undefined || paths.length > 0;
  const looks = busy ? MUTED : LOOKS;
  // all edges lie below all lines, so no edge crosses a junction
  for (const [name, { edge, width }] of looks) {
    if (edge !== '') layers.push(classLayer(network, name, edge, width * zoom + 1.2));
  }
  for (const [name, { line, width }] of looks) {
    layers.push(classLayer(network, name, line, width * zoom));
  }
  if (use) layers.push(...heatLayers(network, use, zoom));
  paths.forEach((path, i) =>
    layers.push(...pathLayers(network, path, PATH_COLOURS[i % PATH_COLOURS.length], zoom)),
  );

  const dots: Dot[] = [];
  for (const mark of ['blocked', 'start', 'goal'] as const) {
    const nodes = marks[mark] ?? [];
    for (let i = 0; i < nodes.length; i++) {
      if (!(Number.isInteger(nodes[i]) && nodes[i] >= 0 && nodes[i] < baseCount)) {
        throw new RangeError(`marks.${mark}[${i}] is ${nodes[i]}, the map has ${baseCount} nodes`);
      }
      const [x, y] = frame.place(nodes[i]);
      dots.push({ mark, x, y });
    }
  }
  const crowded = dots.length > 200 ? 0.5 : 1;
  return {
    frame,
    background: BACKGROUND,
    layers,
    dots,
    dotRadius: Math.max(2, 4.5 * zoom * crowded),
  };
}

/** Factor on the widths of lines: large if few roads fill the picture, small if many do. */
function widthFactor({ roads }: RoadNetwork, { width, height, x, y }: Frame, size: number): number {
  let drawn = 0;
  const ferry = classNumber('ferry');
  for (let r = 0; r < roads.count; r++) {
    if (roads.roadClass[r] === ferry) continue;
    for (let i = roads.firstPoint[r] + 1; i < roads.firstPoint[r + 1]; i++) {
      if (!(x[i] >= 0 && x[i] <= width && y[i] >= 0 && y[i] <= height)) continue;
      drawn += Math.hypot(x[i] - x[i - 1], y[i] - y[i - 1]);
    }
  }
  // if roads of this total length filled the picture in parallel rows: the pixels between two rows
  const apart = (width * height) / Math.max(1, drawn);
  return Math.min(1.7, Math.max(0.4, apart / 16)) * Math.min(2, Math.max(0.6, size / 1200));
}

function classLayer({ roads }: RoadNetwork, name: RoadClass, colour: string, width: number): Layer {
  const wanted = classNumber(name);
  return {
    colour,
    width,
    opacity: 1,
    eachLine(line) {
      for (let r = 0; r < roads.count; r++) {
        if (roads.roadClass[r] === wanted) line(roads.firstPoint[r], roads.firstPoint[r + 1] - 1);
      }
    },
  };
}

/** Roads by how often they are used, in steps of a logarithmic scale. */
function heatLayers({ roads }: RoadNetwork, use: ArrayLike<number>, zoom: number): Layer[] {
  let most = 0;
  for (let r = 0; r < roads.count; r++) most = Math.max(most, use[r]);
  const stepOf = (count: number): number =>
    Math.min(
      HEAT_COLOURS.length - 1,
      Math.floor((HEAT_COLOURS.length * Math.log1p(count)) / Math.log1p(Math.max(most, 2))),
    );
  return HEAT_COLOURS.map((colour, step) => ({
    colour,
    width: (1.6 + 0.45 * step) * zoom,
    opacity: 1,
    eachLine(line) {
      for (let r = 0; r < roads.count; r++) {
        if (use[r] > 0 && stepOf(use[r]) === step) {
          line(roads.firstPoint[r], roads.firstPoint[r + 1] - 1);
        }
      }
    },
  }));
}

/** A path above a white edge. */
function pathLayers(
  network: RoadNetwork,
  path: ArrayLike<number>,
  colour: string,
  zoom: number,
): Layer[] {
  const { roadOf, roads } = network;
  const used: number[] = [];
  for (let i = 0; i + 1 < path.length; i++) {
    const arc = arcBetween(network, path[i], path[i + 1], i);
    if (roadOf[arc] !== NONE) used.push(roadOf[arc] >>> 1);
  }
  const eachLine: Layer['eachLine'] = (line) => {
    for (const r of used) line(roads.firstPoint[r], roads.firstPoint[r + 1] - 1);
  };
  return [
    { colour: '#ffffff', width: 4.4 * zoom + 1.6, opacity: 0.85, eachLine },
    { colour, width: 3.4 * zoom, opacity: 1, eachLine },
  ];
}
