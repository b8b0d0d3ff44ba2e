// What is drawn, in which order and how: layers of lines of one look, and marks above them.
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
import { arcBetween } from '../arc-between.ts';
import { classNumber, type RoadClass } from '../road-class.ts';
import { checkNetwork, checkNumbers, record } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import { type Frame, frameOf } from './frame.ts';

/** A mark on nodes of the map: a green dot, a red one, a crossed one. */
export type Mark = 'start' | 'goal' | 'blocked';

/** What to draw on the roads of a network. */
export interface MapPicture {
  /** Pixels of the longer side, border included, 16 to 16384. Default 1200. */
  readonly size?: number;
  /** Only this part of the map, in degrees. Default: all of it. */
  readonly box?: readonly [west: number, south: number, east: number, north: number];
  /** Paths of nodes, each in a colour of its own. */
  readonly paths?: readonly ArrayLike<number>[];
  /** One entry per road: how often it is used. The more, the darker and wider. See `countUse`. */
  readonly use?: ArrayLike<number>;
  /** Nodes of the map with a mark. */
  readonly marks?: Readonly<Partial<Record<Mark, ArrayLike<number>>>>;
}

/** Lines of one look. */
export interface Layer {
  readonly colour: string;
  /** Pixels. */
  readonly width: number;
  readonly opacity: number;
  /** Calls `line` with the first and the last of the frame's points of each line, both included. */
  eachLine(line: (first: number, last: number) => void): void;
}

/** A dot, in pixels from the top left. */
export interface Dot {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
}

/** A picture ready to be drawn from the first layer to the last, then the dots. */
export interface Layers {
  readonly frame: Frame;
  readonly background: string;
  readonly layers: readonly Layer[];
  readonly dots: readonly Dot[];
  /** Radius of dots in pixels. */
  readonly dotRadius: number;
}

/** How each mark is filled. */
export const MARK_COLOURS: Readonly<Record<Mark, string>> = {
  start: '#1a9850',
  goal: '#d7191c',
  blocked: '#202124',
};

interface Look {
  readonly line: string;
  readonly edge: string;
  /** Pixels on a map of 1200 pixels. */
  readonly width: number;
}

const BACKGROUND = '#ece9e2';
const BORDER = 24;
/** From the least important class up: what comes later lies above. */
const LOOKS: readonly (readonly [RoadClass, Look])[] = [
  ['other', { line: '#d3d0ca', edge: '', width: 0.8 }],
  ['ferry', { line: '#9dbfe0', edge: '', width: 1.4 }],
  ['steps', { line: '#d9a9a0', edge: '', width: 0.9 }],
  ['path', { line: '#cdbfae', edge: '', width: 0.9 }],
  ['footway', { line: '#d9b8ae', edge: '', width: 0.9 }],
  ['cycleway', { line: '#b3bde0', edge: '', width: 0.9 }],
  ['track', { line: '#cbb58c', edge: '', width: 1 }],
  ['pedestrian', { line: '#d8d4e0', edge: '#b9b3c4', width: 1.2 }],
  ['service', { line: '#ffffff', edge: '#c9c3ba', width: 1 }],
  ['living_street', { line: '#ffffff', edge: '#bcb6ac', width: 1.3 }],
  ['residential', { line: '#ffffff', edge: '#b4aea4', width: 1.6 }],
  ['unclassified', { line: '#ffffff', edge: '#aca59b', width: 1.8 }],
  ['tertiary', { line: '#fdf6b8', edge: '#c2b46a', width: 2.2 }],
  ['secondary', { line: '#fbdf9a', edge: '#c49a4a', width: 2.6 }],
  ['primary', { line: '#f9c08a', edge: '#c27a3c', width: 3 }],
  ['trunk', { line: '#f4a08c', edge: '#b85a48', width: 3.4 }],
  ['motorway', { line: '#e58aa0', edge: '#a84a66', width: 3.8 }],
];
/** Grey, where routes are what matters. */
const MUTED: readonly (readonly [RoadClass, Look])[] = LOOKS.map(([name, look]) => [
  name,
  { line: look.edge === '' ? '#dbd7d0' : '#cbc6be', edge: '', width: 0.75 * look.width },
]);
/**
 * Steps from few to many (the sequence YlOrRd of Brewer, from its third colour on, and a last one).
 */
const HEAT = ['#fed976', '#feb24c', '#fd8d3c', '#fc4e2a', '#e31a1c', '#b10026', '#6a0022'];
/**
 * Colours that people with colour blindness can distinguish too (Okabe and Ito, 2008, without
 * yellow and grey).
 */
const PATHS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#5b3a8c'];

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

/** The layers of a picture. Throws RangeError for sizes and nodes that make no sense. */
export function layersOf(where: string, network: RoadNetwork, picture: MapPicture): Layers {
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
  // all edges below all lines: roads that meet are open to each other
  for (const [name, { edge, width }] of looks) {
    if (edge !== '') layers.push(classLayer(network, name, edge, width * zoom + 1.2));
  }
  for (const [name, { line, width }] of looks) {
    layers.push(classLayer(network, name, line, width * zoom));
  }
  if (use) layers.push(...heatLayers(network, use, zoom));
  paths.forEach((path, i) =>
    layers.push(...pathLayers(network, path, PATHS[i % PATHS.length], zoom)),
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

/** Wider lines where few roads fill the picture, thinner ones where many do. */
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
  // pixels between neighbours if the roads were laid out in rows over the picture
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
      HEAT.length - 1,
      Math.floor((HEAT.length * Math.log1p(count)) / Math.log1p(Math.max(most, 2))),
    );
  return HEAT.map((colour, step) => ({
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
