// The places along parts of roads, for lines, steps and isochrones.
import type { RoadNetwork } from '@wayfield/osm';
import { measureOf, shortWay } from '../bearing.ts';
import type { Piece } from '../types.ts';

/** Places in units of 1e-7 degrees, and the share of the road at each. */
export interface Shape {
  readonly lonE7: number[];
  readonly latE7: number[];
  readonly share: number[];
}

/** A part of a road: from share `from` to share `to`, which may be the smaller one. */
export type Part = Pick<Piece, 'road' | 'from' | 'to'>;

/**
 * The places of a part of a road, from its first share to its last one: both ends, and the points
 * of the road's shape between them. At least two places.
 */
export function shapeOf(network: RoadNetwork, { road, from, to }: Part): Shape {
  const { roads } = network;
  const { firstPoint, lonE7, latE7 } = roads;
  const [first, end] = [firstPoint[road], firstPoint[road + 1]];
  const shares = sharesOf(network, road);
  const shape: Shape = { lonE7: [], latE7: [], share: [] };
  const add = (lon: number, lat: number, share: number): void => {
    shape.lonE7.push(lon);
    shape.latE7.push(lat);
    shape.share.push(share);
  };
  const addAt = (share: number): void => {
    const at = placeOn(roads, road, shares, share);
    add(at.lonE7, at.latE7, share);
  };
  addAt(from);
  if (from <= to) {
    for (let p = first; p < end; p++) {
      const share = shares[p - first];
      if (share > from && share < to) add(lonE7[p], latE7[p], share);
    }
  } else {
    for (let p = end - 1; p >= first; p--) {
      const share = shares[p - first];
      if (share < from && share > to) add(lonE7[p], latE7[p], share);
    }
  }
  addAt(to);
  return shape;
}

/** A place on a road, in units of 1e-7 degrees, and the point of the road's shape before it. */
export interface PlaceOnRoad {
  readonly point: number;
  readonly lonE7: number;
  readonly latE7: number;
}

function placeOn(
  { firstPoint, lonE7, latE7 }: RoadNetwork['roads'],
  road: number,
  shares: Float64Array,
  share: number,
): PlaceOnRoad {
  let i = 1;
  while (i < shares.length - 1 && shares[i] < share) i++;
  const length = shares[i] - shares[i - 1];
  const t = length > 0 ? Math.min(1, Math.max(0, (share - shares[i - 1]) / length)) : 0;
  const p = firstPoint[road] + i - 1;
  return {
    point: p,
    lonE7: shortWay(Math.round(lonE7[p] + t * shortWay(lonE7[p + 1] - lonE7[p]))),
    latE7: Math.round(latE7[p] + t * (latE7[p + 1] - latE7[p])),
  };
}

/** The share of a road that lies before each point of its shape. */
export function sharesOf(network: RoadNetwork, road: number): Float64Array {
  const { roads } = network;
  const metres = measureOf(network);
  const { firstPoint, lonE7, latE7 } = roads;
  const first = firstPoint[road];
  const shares = new Float64Array(firstPoint[road + 1] - first);
  for (let i = 1; i < shares.length; i++) {
    const p = first + i;
    shares[i] = shares[i - 1] + metres(lonE7[p - 1], latE7[p - 1], lonE7[p], latE7[p]);
  }
  const all = shares[shares.length - 1];
  for (let i = 1; i < shares.length; i++) shares[i] = all > 0 ? shares[i] / all : 1;
  return shares;
}
