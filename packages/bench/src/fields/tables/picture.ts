// Draws terrain and paths on the left and, if given, the field as a heat map with the same paths on
// the right, in one palette of 256 colours.
import { encode } from 'fast-png';

export interface PictureInput {
  readonly width: number;
  readonly height: number;
  /** Cost of entering each cell, 1 or more; 0 = impassable. */
  readonly cost: ArrayLike<number>;
  /**
   * Values where a higher one is drawn brighter: scent as its logarithm, costs negated; `-Infinity`
   * = not reached. Default: no second panel.
   */
  readonly field?: Float32Array;
  readonly goals: readonly number[];
  /** Paths along the field, drawn last. */
  readonly paths: readonly (readonly number[])[];
  /** Paths of least cost, drawn under the others. */
  readonly optima: readonly (readonly number[])[];
  /** Pixels of a cell's side. Default: 1 to 16, so that a map is about 480 pixels wide. */
  readonly scale?: number;
}

/** A picture as PNG, with its size in pixels. */
export interface DrawnPicture {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

type Rgb = readonly [number, number, number];

// The palette: 0 to 6 are COLOURS, 8 to 31 three ramps of ground with TONES each, 32 to 255 the
// heat map of the field.
const WALL = 0;
const PATH = 1;
const OPTIMUM = 2;
const START = 3;
const GOAL = 4;
const EDGE = 5;
const UNREACHED = 6;
const COLOURS: readonly Rgb[] = [
  [96, 96, 100],
  [255, 255, 255],
  [20, 20, 30],
  [255, 255, 255],
  [230, 30, 50],
  [20, 20, 30],
  [44, 44, 48],
];
/** Green grass up to this cost, then yellow sand, then blue water, darkest from DEEPEST_COST on. */
const GRASS_COST = 1.5;
const SAND_COST = 4;
const DEEPEST_COST = 32;
const TONES = 8;
const GRASS_AT = 8;
const SAND_AT = GRASS_AT + TONES;
const WATER_AT = SAND_AT + TONES;
const HEAT_AT = 32;
const HEAT = 256 - HEAT_AT;
/** Levels of the heat map between two of its lines. */
const LINES = 14;

const RAMPS: readonly { at: number; from: Rgb; to: Rgb }[] = [
  { at: GRASS_AT, from: [122, 184, 92], to: [88, 152, 72] },
  { at: SAND_AT, from: [238, 218, 144], to: [214, 184, 100] },
  { at: WATER_AT, from: [98, 168, 224], to: [28, 72, 150] },
];
/**
 * Dark at a distance, bright at the goal; the stops of the map 'inferno' by Smith and van der Walt
 * (CC0).
 */
const STOPS: readonly Rgb[] = [
  [0, 0, 4],
  [40, 11, 84],
  [101, 21, 110],
  [159, 42, 99],
  [212, 72, 66],
  [245, 125, 21],
  [250, 193, 39],
  [252, 255, 164],
];

function mix(a: Rgb, b: Rgb, t: number): [number, number, number] {
  return [0, 1, 2].map((i) => Math.round(a[i] + (b[i] - a[i]) * t)) as [number, number, number];
}

function palette(): [number, number, number][] {
  const colours: [number, number, number][] = Array.from({ length: 256 }, () => [0, 0, 0]);
  COLOURS.forEach((colour, i) => (colours[i] = [...colour]));
  for (const { at, from, to } of RAMPS) {
    for (let t = 0; t < TONES; t++) colours[at + t] = mix(from, to, t / (TONES - 1));
  }
  for (let i = 0; i < HEAT; i++) {
    const place = (i / (HEAT - 1)) * (STOPS.length - 1);
    const k = Math.min(STOPS.length - 2, Math.floor(place));
    colours[HEAT_AT + i] = mix(STOPS[k], STOPS[k + 1], place - k);
  }
  return colours;
}

function groundColour(cost: number): number {
  const tone = (low: number, high: number): number =>
    Math.round(Math.min(1, Math.max(0, (cost - low) / (high - low))) * (TONES - 1));
  if (cost === 0) return WALL;
  if (cost <= GRASS_COST) return GRASS_AT + tone(1, GRASS_COST);
  if (cost <= SAND_COST) return SAND_AT + tone(GRASS_COST, SAND_COST);
  const depth = Math.log(cost / SAND_COST) / Math.log(DEEPEST_COST / SAND_COST);
  return WATER_AT + Math.round(Math.min(1, depth) * (TONES - 1));
}

/** A PNG of the map, the field beside it, and the paths on both. */
export function drawPicture(input: PictureInput): DrawnPicture {
  const { width, height, cost, field, goals, paths, optima } = input;
  const scale = input.scale ?? Math.min(16, Math.max(1, Math.round(480 / width)));
  const gap = Math.max(4, scale);
  const panel = width * scale;
  const wide = field ? 2 * panel + gap : panel;
  const high = height * scale;
  const pixels = new Uint8Array(wide * high).fill(PATH);
  const box = (x0: number, y0: number, size: number, colour: number, left: number): void => {
    for (let y = Math.max(0, y0); y < Math.min(high, y0 + size); y++) {
      const from = Math.max(0, x0);
      const to = Math.min(panel, x0 + size);
      if (to > from) pixels.fill(colour, y * wide + left + from, y * wide + left + to);
    }
  };

  const heat = field && heatOf(field);
  for (let v = 0; v < width * height; v++) {
    const [x, y] = [(v % width) * scale, Math.floor(v / width) * scale];
    box(x, y, scale, groundColour(cost[v]), 0);
    if (heat && field) box(x, y, scale, cost[v] === 0 ? WALL : heat(field[v]), panel + gap);
  }

  const thin = Math.max(1, Math.round(scale / 3));
  const centre = (v: number): [number, number] => [
    (v % width) * scale + scale / 2,
    Math.floor(v / width) * scale + scale / 2,
  ];
  const stroke = (cells: readonly number[], thick: number, colour: number, left: number): void => {
    for (let i = 0; i < cells.length; i++) {
      const [x0, y0] = centre(cells[Math.max(0, i - 1)]);
      const [x1, y1] = centre(cells[i]);
      for (let k = 0; k <= scale; k++) {
        const x = Math.floor(x0 + ((x1 - x0) * k) / scale - thick / 2);
        const y = Math.floor(y0 + ((y1 - y0) * k) / scale - thick / 2);
        box(x, y, thick, colour, left);
      }
    }
  };
  const dot = (v: number, colour: number, left: number): void => {
    const [x, y] = centre(v);
    const size = Math.max(5, Math.round(1.3 * scale));
    const at = (thick: number): void =>
      box(
        Math.floor(x - thick / 2),
        Math.floor(y - thick / 2),
        thick,
        thick > size ? EDGE : colour,
        left,
      );
    at(size + 2);
    at(size);
  };
  for (const left of field ? [0, panel + gap] : [0]) {
    for (const cells of optima) stroke(cells, thin + 1, OPTIMUM, left);
    for (const cells of paths) {
      // a dark edge makes paths visible on bright ground
      if (left === 0) stroke(cells, thin + 2, EDGE, left);
    }
    for (const cells of paths) stroke(cells, thin, PATH, left);
    for (const cells of paths) if (cells.length > 0) dot(cells[0], START, left);
    for (const goal of goals) dot(goal, GOAL, left);
  }
  const png = encode(
    { width: wide, height: high, data: pixels, depth: 8, channels: 1, palette: palette() },
    { zlib: { level: 9 } },
  );
  return { width: wide, height: high, png };
}

/** The colour of a value: even steps from the least to the largest, with darker contour lines. */
function heatOf(field: Float32Array): (value: number) => number {
  let low = Infinity;
  let high = -Infinity;
  for (const value of field) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range = high > low ? high - low : 1;
  return (value) => {
    if (value === -Infinity || Number.isNaN(value)) return UNREACHED;
    const t = Math.min(1, (value - low) / range);
    const line = Math.floor(t * LINES) % 2 === 0 ? 0 : 8;
    return HEAT_AT + Math.max(0, Math.round(t * (HEAT - 1)) - line);
  };
}
