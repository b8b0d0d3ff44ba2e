// Makes shapes and changes them in place.
import type { Lines, PointAgents, Triangles } from '../../draw/surface.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function makeTriangles(palette: () => Uint32Array): Mutable<Triangles> {
  return {
    piece: new Float32Array(0),
    get palette() {
      return palette();
    },
    count: 0,
    version: 0,
  };
}

export function makeLines(): Mutable<Lines> {
  return { piece: new Float32Array(0), count: 0, version: 0 };
}

export function makePoints(): Mutable<PointAgents> {
  return { kind: 'points', count: 0, place: new Float32Array(2), version: 0 };
}

export function setTriangles(target: Mutable<Triangles>, piece: Float32Array): void {
  Object.assign(target, { piece, count: piece.length / 7, version: target.version + 1 });
}

export function setLines(target: Mutable<Lines>, piece: ArrayLike<number>): void {
  const { version } = target;
  const array = piece instanceof Float32Array ? piece : Float32Array.from(piece);
  Object.assign(target, { piece: array, count: piece.length / 4, version: version + 1 });
}

export function setPoints(target: Mutable<PointAgents>, place: readonly number[]): void {
  const room = target.place as Float32Array;
  if (place.length > room.length) target.place = Float32Array.from(place);
  else room.set(place);
  target.count = place.length / 2;
  target.version++;
}

/** x0, y0, x1, y1 of each piece of a line. */
export function piecesOf(line: readonly number[]): number[] {
  const list: number[] = [];
  for (let i = 0; i + 3 < line.length; i += 2) list.push(...line.slice(i, i + 4));
  return list;
}
