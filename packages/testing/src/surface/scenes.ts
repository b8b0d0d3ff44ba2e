import type { PlainScene } from './plain.ts';

export type { PlainScene };

/** Numbers in [0, 1), the same for the same seed (Mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Side of the square world that scenes are in. */
export const SIDE = 20;

/**
 * A world of `count` obstacles, which may overlap: a quarter boxes, more than half stars, the rest
 * open lines; and a third as many obstacles that are single points.
 */
export function randomScene(seed: number, count: number): PlainScene {
  const random = randomOf(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const clip = (value: number): number => Math.min(SIDE, Math.max(0, value));
  const obstacles: number[][] = [];
  const walls: number[][] = [];
  for (let i = 0; i < count; i++) {
    const [cx, cy, size] = [between(0, SIDE), between(0, SIDE), between(0.2, 3)];
    const kind = random();
    const ring: number[] = [];
    if (kind < 0.25) {
      // a box, often on whole numbers, so that boxes share sides and corners
      const [x, y] = [Math.round(cx), Math.round(cy)];
      const [w, h] = [Math.ceil(size), Math.ceil(between(0.2, 3))];
      ring.push(x, y, x + w, y, x + w, y + h, x, y + h);
    } else if (kind < 0.85) {
      const corners = 3 + Math.floor(4 * random());
      // a star around its middle; its corners may go in and out
      for (let k = 0; k < corners; k++) {
        const angle = ((k + 0.8 * random()) / corners) * 2 * Math.PI;
        const away = size * between(0.3, 1);
        ring.push(cx + away * Math.cos(angle), cy + away * Math.sin(angle));
      }
    } else {
      const line = [cx, cy];
      for (let k = 0; k < 1 + Math.floor(3 * random()); k++)
        line.push(cx + between(-size, size), cy + between(-size, size));
      walls.push(line.map(clip));
      continue;
    }
    obstacles.push(ring.map(clip));
  }
  for (let i = 0; i < count / 3; i++) {
    const [x, y] = [between(0, SIDE), between(0, SIDE)];
    obstacles.push([x, y, x, y, x, y]);
  }
  return { boundary: [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE], obstacles, walls };
}
