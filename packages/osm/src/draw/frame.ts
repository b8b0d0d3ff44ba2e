// Where the points of a map lie in a picture: the network's projection, scaled and shifted, north
// up. picture.ts calls `frameOf` once per picture.
import { createProjection } from '../projection.ts';
import { classNumber } from '../road-class.ts';
import type { RoadNetwork } from '../types.ts';

/** The size of a picture, and where its points lie in pixels from the top left. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** One entry per point of the roads' shapes, also of those outside the picture. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Pixels per metre. */
  readonly scale: number;
  /** Where a node of the map lies. */
  place(node: number): readonly [x: number, y: number];
}

/** A picture is never narrower or lower than this share of its other side. */
const FLATTEST = 0.25;

/**
 * The frame of a picture with `size` pixels along its longer side: of a box in degrees, or of the
 * whole network without its ferries. A border surrounds it.
 */
export function frameOf(
  network: RoadNetwork,
  size: number,
  border: number,
  box: readonly [west: number, south: number, east: number, north: number] | undefined,
): Frame {
  const { roads, lonE7, latE7 } = network;
  const projection = createProjection(network.centre);
  const out = new Float64Array(3);
  const x = new Float32Array(roads.lonE7.length);
  const y = new Float32Array(roads.lonE7.length);
  for (let i = 0; i < x.length; i++) {
    projection.project(roads.lonE7[i], roads.latE7[i], out);
    x[i] = out[0];
    y[i] = out[1];
  }
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  const reach = (px: number, py: number): void => {
    left = Math.min(left, px);
    right = Math.max(right, px);
    low = Math.min(low, py);
    high = Math.max(high, py);
  };
  if (box) {
    const [west, south, east, north] = box;
    for (const lon of [west, (west + east) / 2, east]) {
      for (const lat of [south, north]) {
        projection.project(lon * 1e7, lat * 1e7, out);
        reach(out[0], out[1]);
      }
    }
  } else {
    // ferries do not count: their other harbour may lie in another country
    const ferry = classNumber('ferry');
    for (let r = 0; r < roads.count; r++) {
      if (roads.roadClass[r] === ferry) continue;
      for (let i = roads.firstPoint[r]; i < roads.firstPoint[r + 1]; i++) reach(x[i], y[i]);
    }
    if (!(right >= left)) for (let i = 0; i < x.length; i++) reach(x[i], y[i]);
  }
  // an empty map still has a size
  if (!(right >= left)) [left, right, low, high] = [0, 1, 0, 1];
  const longer = Math.max(right - left, high - low, 1);
  const across = Math.max(right - left, FLATTEST * longer);
  const up = Math.max(high - low, FLATTEST * longer);
  const scale = Math.max(1, size - 2 * border) / longer;
  const width = Math.round(across * scale) + 2 * border;
  const height = Math.round(up * scale) + 2 * border;
  const [midX, midY] = [(left + right) / 2, (low + high) / 2];
  for (let i = 0; i < x.length; i++) {
    x[i] = width / 2 + (x[i] - midX) * scale;
    y[i] = height / 2 - (y[i] - midY) * scale;
  }
  return {
    width,
    height,
    x,
    y,
    scale,
    place(node) {
      projection.project(lonE7[node], latE7[node], out);
      return [width / 2 + (out[0] - midX) * scale, height / 2 - (out[1] - midY) * scale];
    },
  };
}
