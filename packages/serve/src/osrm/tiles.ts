// Roads as Mapbox vector tiles, version 2.
import Flatbush from 'flatbush';
import { PbfWriter } from 'pbf';
import { ROAD_CLASSES, type RoadClass } from '@wayfield/osm';
import type { RoutingNetwork } from '@wayfield/routing';

/** Makes tiles. */
export interface Tiles {
  /** The tile of a column and a row at a zoom. */
  at(x: number, y: number, zoom: number): Uint8Array;
}

/** Units on a side of a tile, and how far beyond it lines are drawn. */
const EXTENT = 4096;
const MARGIN = 128;
/** A point is left out if its x and its y are both less than this from the last point kept. */
const LEAST = 6;
/** Up to this zoom, tiles have the classes up to this one in `ROAD_CLASSES`, and ferries. */
const CLASSES: readonly (readonly [zoom: number, last: RoadClass])[] = [
  [7, 'primary'],
  [9, 'secondary'],
  [11, 'tertiary'],
  [12, 'living_street'],
];

/** The tags of fields in the format: layers of a tile, and what a layer holds. */
const TILE_LAYERS = 3;
const LAYER = { name: 1, features: 2, keys: 3, values: 4, extent: 5, version: 15 } as const;
const FEATURE = { id: 1, tags: 2, type: 3, geometry: 4 } as const;
const VALUE = { text: 1, float: 2, uint: 5 } as const;
const LINE = 2;
/** The keys of tags, by the numbers that tags have. */
const KEYS = { class: 0, name: 1, speed: 2, oneway: 3 } as const;

interface Line {
  readonly road: number;
  /** Commands of the format. */
  readonly geometry: number[];
}

export function createTiles(routing: RoutingNetwork): Tiles {
  const { roads } = routing.network;
  const { firstPoint, lonE7, latE7 } = roads;
  const tree = new Flatbush(Math.max(1, roads.count));
  // x and y of each point: the map is a square of side 1, which a road across 180 degrees leaves
  const at = new Float64Array(2 * lonE7.length);
  for (let r = 0; r < roads.count; r++) {
    let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let p = firstPoint[r]; p < firstPoint[r + 1]; p++) {
      const x = lonE7[p] / 3.6e9 + 0.5;
      // a road goes the short way around the earth from each point to the next one
      at[2 * p] = p === firstPoint[r] ? x : x + Math.round(at[2 * p - 2] - x);
      at[2 * p + 1] = mercator(latE7[p] / 1e7);
      left = Math.min(left, at[2 * p]);
      right = Math.max(right, at[2 * p]);
      low = Math.min(low, at[2 * p + 1]);
      high = Math.max(high, at[2 * p + 1]);
    }
    tree.add(left, low, right, high);
  }
  if (roads.count === 0) tree.add(0, 0, 0, 0);
  tree.finish();

  /** The parts of a road in a tile, as commands of the format, in units of the tile. */
  function lineOf(road: number, x: number, y: number, scale: number): number[] {
    const writer = createLineWriter();
    const [first, last] = [firstPoint[road], firstPoint[road + 1] - 1];
    for (let p = first; p <= last; p++) {
      const [px, py] = [(at[2 * p] * scale - x) * EXTENT, (at[2 * p + 1] * scale - y) * EXTENT];
      writer.add(Math.round(px), Math.round(py), p === last);
    }
    return writer.end();
  }

  return {
    at(x, y, zoom) {
      const scale = 2 ** zoom;
      const margin = MARGIN / EXTENT;
      const last = CLASSES.find(([deepest]) => zoom <= deepest)?.[1];
      const most = last === undefined ? ROAD_CLASSES.length : 1 + ROAD_CLASSES.indexOf(last);
      const ferry = ROAD_CLASSES.indexOf('ferry');
      const lines: Line[] = [];
      // the tile, and the same tile on the maps to the left and right of the square
      for (const column of [x, x - scale, x + scale]) {
        const box = [column - margin, y - margin, column + 1 + margin, y + 1 + margin];
        const [left, low, right, high] = box.map((v) => v / scale);
        for (const road of tree.search(left, low, right, high)) {
          if (road >= roads.count) continue;
          const kind = roads.roadClass[road];
          if (kind >= most && kind !== ferry) continue;
          const geometry = lineOf(road, column, y, scale);
          if (geometry.length > 0) lines.push({ road, geometry });
        }
      }
      return encode(routing, lines);
    },
  };
}

function mercator(lat: number): number {
  const sine = Math.sin((Math.min(85.06, Math.max(-85.06, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Writes a line as commands. Segments outside the tile and its margin are left out. */
function createLineWriter(): {
  add(x: number, y: number, last: boolean): void;
  end(): number[];
} {
  const commands: number[] = [];
  const MOVE = 1 + (1 << 3);
  let part: number[] = [];
  let [penX, penY] = [0, 0];
  let before: readonly [x: number, y: number] | undefined;
  const zigzag = (value: number): number => (value << 1) ^ (value >> 31);
  const push = (list: number[], x: number, y: number): void => {
    list.push(zigzag(x - penX), zigzag(y - penY));
    [penX, penY] = [x, y];
  };
  const finish = (): void => {
    if (part.length > 0) commands.push(2 + ((part.length / 2) << 3), ...part);
    part = [];
  };
  return {
    add(x, y, last) {
      if (before === undefined) {
        before = [x, y];
        return;
      }
      const [bx, by] = before;
      if (!last && Math.abs(x - bx) < LEAST && Math.abs(y - by) < LEAST) return;
      before = [x, y];
      if (isOutside(bx, x) || isOutside(by, y)) {
        finish();
        return;
      }
      if (x === bx && y === by) return;
      if (part.length === 0) {
        commands.push(MOVE);
        push(commands, bx, by);
      }
      push(part, x, y);
    },
    end() {
      finish();
      return commands;
    },
  };
}

/** Whether both ends of a segment, by x or by y, lie beyond one side of the tile and its margin. */
function isOutside(a: number, b: number): boolean {
  return (a < -MARGIN && b < -MARGIN) || (a > EXTENT + MARGIN && b > EXTENT + MARGIN);
}

function encode(
  { network, metres, seconds, firstArc, arcs }: RoutingNetwork,
  lines: Line[],
): Uint8Array {
  const { roads, names } = network;
  const pbf = new PbfWriter();
  const values: (string | number)[] = [];
  const numbers = new Map<string | number, number>();
  const valueOf = (value: string | number): number => {
    let found = numbers.get(value);
    if (found === undefined) {
      found = values.push(value) - 1;
      numbers.set(value, found);
    }
    return found;
  };
  const tagsOf = (road: number): number[] => {
    const [there, back, end] = firstArc.subarray(2 * road, 2 * road + 3);
    // a road that a speed of 0 closes has no arcs
    const isClosed = there === end;
    const arc = isClosed ? undefined : arcs[there];
    const isTimed = arc !== undefined && seconds[arc] > 0;
    const speed = isTimed ? Math.round((3.6 * metres[arc]) / seconds[arc]) : 0;
    const name = names[roads.name[road]];
    const className = ROAD_CLASSES[roads.roadClass[road]];
    const tags = [KEYS.class, valueOf(className), KEYS.speed, valueOf(speed)];
    if (name !== '') tags.push(KEYS.name, valueOf(name));
    // 1 in the direction of the line, 2 against it
    const isOneWay = !isClosed && (there === back || back === end);
    if (isOneWay) tags.push(KEYS.oneway, valueOf(there < back ? 1 : 2));
    return tags;
  };
  const writeFeature = ({ road, geometry }: Line, to: PbfWriter): void => {
    to.writeVarintField(FEATURE.id, road);
    to.writePackedVarint(FEATURE.tags, tagsOf(road));
    to.writeVarintField(FEATURE.type, LINE);
    to.writePackedVarint(FEATURE.geometry, geometry);
  };
  const writeValue = (value: string | number, to: PbfWriter): void => {
    if (typeof value === 'string') to.writeStringField(VALUE.text, value);
    else to.writeVarintField(VALUE.uint, value);
  };
  const writeLayer = (_: unknown, to: PbfWriter): void => {
    to.writeVarintField(LAYER.version, 2);
    to.writeStringField(LAYER.name, 'roads');
    for (const line of lines) to.writeMessage(LAYER.features, writeFeature, line);
    for (const key of Object.keys(KEYS)) to.writeStringField(LAYER.keys, key);
    for (const value of values) to.writeMessage(LAYER.values, writeValue, value);
    to.writeVarintField(LAYER.extent, EXTENT);
  };
  if (lines.length > 0) pbf.writeMessage(TILE_LAYERS, writeLayer, undefined);
  return pbf.finish();
}
