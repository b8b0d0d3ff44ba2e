import type { Lines } from './surface.ts';

/** The border of the world as lines. */
export function frameLines(width: number, height: number): Lines {
  const corners = [0, 0, width, 0, width, height, 0, height, 0, 0];
  const pieces = [0, 2, 4, 6].flatMap((at) => corners.slice(at, at + 4));
  return { piece: Float32Array.from(pieces), count: 4, version: 0 };
}
