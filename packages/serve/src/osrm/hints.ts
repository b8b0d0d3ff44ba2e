// Hints: positions on roads as text, with which a later request need not search again.
import type { Directions, RoadPoint, RoutingNetwork } from '@wayfield/routing';

/** Bytes of a hint, and where its fields begin. */
const BYTES = 41;
const AT = { stamp: 0, road: 4, share: 8, point: 16, lon: 20, lat: 24, distance: 28, bearing: 36 };
const AT_KINDS = 40;
const SIDES: Readonly<Record<RoadPoint['side'], number>> = { on: 0, left: 1, right: 2 };
const DIRECTIONS: Readonly<Record<Directions, number>> = { both: 0, along: 1, against: 2 };
const SIDE_OF = Object.keys(SIDES) as RoadPoint['side'][];
const DIRECTIONS_OF = Object.keys(DIRECTIONS) as Directions[];

/** Writes and reads hints for one network. */
export interface Hints {
  write(point: RoadPoint): string;
  /**
   * The position of a hint; undefined: it is malformed or of another network. Whether the share,
   * the place and the road of a forged hint belong together is not checked.
   */
  read(hint: string): RoadPoint | undefined;
}

export function createHints({ network }: RoutingNetwork): Hints {
  const { roads } = network;
  const stamp = stampOf(roads.lonE7, roads.latE7);
  const bytes = new Uint8Array(BYTES);
  const view = new DataView(bytes.buffer);

  function write(point: RoadPoint): string {
    view.setUint32(AT.stamp, stamp);
    view.setUint32(AT.road, point.road);
    view.setFloat64(AT.share, point.share);
    view.setUint32(AT.point, point.point);
    view.setInt32(AT.lon, point.lonE7);
    view.setInt32(AT.lat, point.latE7);
    view.setFloat64(AT.distance, point.distance);
    view.setFloat32(AT.bearing, point.bearing);
    const kinds = SIDES[point.side] * 4 + DIRECTIONS[point.directions ?? 'both'];
    view.setUint8(AT_KINDS, kinds);
    const text = btoa(String.fromCharCode(...bytes));
    return text.replaceAll('+', '-').replaceAll('/', '_');
  }

  function read(hint: string): RoadPoint | undefined {
    let text: string;
    try {
      text = atob(hint.replaceAll('-', '+').replaceAll('_', '/'));
    } catch {
      return undefined;
    }
    if (text.length !== BYTES) return undefined;
    for (let i = 0; i < BYTES; i++) view.setUint8(i, text.charCodeAt(i));
    if (view.getUint32(AT.stamp) !== stamp) return undefined;
    const [road, point] = [view.getUint32(AT.road), view.getUint32(AT.point)];
    const [share, distance] = [view.getFloat64(AT.share), view.getFloat64(AT.distance)];
    if (road >= roads.count) return undefined;
    if (point < roads.firstPoint[road] || point >= roads.firstPoint[road + 1] - 1) return undefined;
    if (!(share >= 0 && share <= 1 && distance >= 0)) return undefined;
    const kinds = view.getUint8(AT_KINDS);
    const [side, directions] = [SIDE_OF[kinds >> 2], DIRECTIONS_OF[kinds & 3]];
    const [lonE7, latE7] = [view.getInt32(AT.lon), view.getInt32(AT.lat)];
    if (!side || !directions || Math.abs(lonE7) > 1.8e9 || Math.abs(latE7) > 9e8) return undefined;
    const bearing = view.getFloat32(AT.bearing);
    return { road, share, point, lonE7, latE7, distance, side, bearing, directions };
  }

  return { write, read };
}

/** A hash of all points of a network (FNV-1a over their coordinates). */
function stampOf(lonE7: Int32Array, latE7: Int32Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < lonE7.length; i++) {
    hash = Math.imul(hash ^ lonE7[i], 0x01000193);
    hash = Math.imul(hash ^ latE7[i], 0x01000193);
  }
  return hash >>> 0;
}
