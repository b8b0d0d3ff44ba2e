// Polygons of isochrones: roads give costs to cells, cells to corners, and contour.ts draws rings
// around the corners within a limit. isochrones.ts calls `outline` once per `reach` with polygons.
import type { RoadPoint, RoutingNetwork } from '../types.ts';
import { type Arrival, costAt } from './arrivals.ts';
import { type Cells, createCells } from './cells.ts';
import { createTracer, type Frame } from './contour.ts';

/**
 * Rings of places in degrees, as in GeoJSON: the outer ring, then its holes; closed. On a map
 * across 180 degrees longitudes exceed 180 or fall below -180.
 */
export type Polygon = [lon: number, lat: number][][];

/** Draws polygons around what is reached. */
export interface Outliner {
  /** The polygons of each limit. */
  outline(arrival: Arrival, limits: readonly number[], least: StartCost): Polygon[][];
}

/**
 * The least cost of a place on a part of the start's road, shares `from` to `to`, reached without
 * leaving the road; `Infinity`: no place of the part is reached without leaving the road.
 */
export type StartCost = (start: RoadPoint, from: number, to: number) => number;

/** Draws with cells of at least `metres` on a side. `order`: the roads in sweep order. */
export function createOutliner(
  routing: RoutingNetwork,
  order: Uint32Array,
  metres: number,
): Outliner {
  const cells = createCells(routing, order, metres);
  const columns = cells.columns + 1;
  const rows = cells.rows + 1;
  // costs of cells and of corners: both hold Infinity between calls
  const cost = new Float32Array(cells.columns * cells.rows).fill(Infinity);
  const corner = new Float32Array(columns * rows).fill(Infinity);
  const tracer = createTracer(columns, rows);

  return {
    outline(arrival, limits, least) {
      const most = limits.reduce((a, b) => Math.max(a, b), 0);
      const smallest = limits.reduce((a, b) => Math.min(a, b), Infinity);
      const frame = enterCells(cells, arrival, { most, smallest, cost, least });
      spread(cells, frame, cost, corner);
      const polygonsOf = (limit: number): Polygon[] => {
        const corners = { columns, rows, cost: corner };
        const { ring, outer } = tracer.trace(corners, limit, frame);
        const polygons = new Map<number, Polygon>();
        ring.forEach((places, k) => {
          if (outer[k] === k) polygons.set(k, [toDegrees(cells, places)]);
        });
        ring.forEach((places, k) => {
          if (outer[k] !== k) polygons.get(outer[k])!.push(toDegrees(cells, places));
        });
        return [...polygons.values()];
      };
      const outlines = limits.map(polygonsOf);
      clear(columns, frame, corner);
      return outlines;
    },
  };
}

interface Entering {
  /** The largest limit, and the smallest one. */
  readonly most: number;
  readonly smallest: number;
  readonly cost: Float32Array;
  readonly least: StartCost;
}

/**
 * Writes the least cost of the places of roads in each cell; returns the frame of all corners. A
 * road that is reached whole within the smallest limit lies inside all polygons, so its cells get 0
 * without a sum per cell.
 */
function enterCells(
  { columns, first, cell, column, from, to, bounds }: Cells,
  arrival: Arrival,
  { most, smallest, cost, least }: Entering,
): Frame {
  const { weights, entered, reduced, roads, start, startRoad } = arrival;
  let [low, high] = [cost.length, 0];
  let [left, right] = [columns, 0];
  for (let i = 0; i < roads.length; i++) {
    const q = roads[i];
    const there = entered[2 * q];
    const back = entered[2 * q + 1];
    const isReduced = reduced.has(2 * q) || reduced.has(2 * q + 1);
    if (there > most && back > most && q !== startRoad && !isReduced) continue;
    const along = weights[2 * q];
    const against = weights[2 * q + 1];
    const whole = isReduced
      ? Math.min(costAt(arrival, 2 * q, 1), costAt(arrival, 2 * q + 1, 1))
      : Math.min(there + along, back + against);
    if (whole <= smallest) {
      for (let k = first[q], end = first[q + 1]; k < end; k++) cost[cell[k]] = 0;
      if (bounds[4 * q] < left) left = bounds[4 * q];
      if (bounds[4 * q + 1] > right) right = bounds[4 * q + 1];
      if (bounds[4 * q + 2] < low) low = bounds[4 * q + 2];
      if (bounds[4 * q + 3] > high) high = bounds[4 * q + 3];
      continue;
    }
    for (let k = first[q]; k < first[q + 1]; k++) {
      const c = cell[k];
      let value = isReduced
        ? Math.min(costAt(arrival, 2 * q, from[k]), costAt(arrival, 2 * q + 1, 1 - to[k]))
        : Math.min(there + from[k] * along, back + (1 - to[k]) * against);
      if (q === startRoad) value = Math.min(value, least(start, from[k], to[k]));
      if (value <= most && value < cost[c]) {
        cost[c] = value;
        if (c < low) low = c;
        if (c > high) high = c;
        const x = column[k];
        if (x < left) left = x;
        if (x > right) right = x;
      }
    }
  }
  return {
    left,
    right: right + 1,
    low: Math.floor(low / columns),
    high: Math.floor(high / columns) + 1,
  };
}

/** Gives each corner the least cost of the four cells around it; the cells are Infinity again. */
function spread(
  { columns }: Cells,
  { left, right, low, high }: Frame,
  cost: Float32Array,
  corner: Float32Array,
): void {
  const width = columns + 1;
  for (let y = low; y < high; y++) {
    for (let x = left; x < right; x++) {
      const value = cost[y * columns + x];
      if (value === Infinity) continue;
      cost[y * columns + x] = Infinity;
      const c = y * width + x;
      if (value < corner[c]) corner[c] = value;
      if (value < corner[c + 1]) corner[c + 1] = value;
      if (value < corner[c + width]) corner[c + width] = value;
      if (value < corner[c + width + 1]) corner[c + width + 1] = value;
    }
  }
}

function clear(width: number, { left, right, low, high }: Frame, corner: Float32Array): void {
  for (let y = low; y <= high; y++) corner.fill(Infinity, y * width + left, y * width + right + 1);
}

function toDegrees(cells: Cells, places: Float64Array): [number, number][] {
  const count = places.length / 2;
  const ring: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    ring.push([cells.lonOf(places[2 * i]), cells.latOf(places[2 * i + 1])]);
  }
  ring.push([ring[0][0], ring[0][1]]);
  return ring;
}
