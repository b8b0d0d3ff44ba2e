import type { CornerRule } from '@wayfield/graph';
import type { DiffusionMap, Goals } from '../src/types.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface MapShape {
  readonly width: number;
  readonly height: number;
  readonly neighbours: 4 | 8;
  readonly corners?: CornerRule;
  /** Part of the cells that are obstacles. */
  readonly blocked: number;
  /** 'free': 1 everywhere; 'mixed': 0.05 to 1; 'harsh': down to 2^-60. */
  readonly ground: 'free' | 'mixed' | 'harsh';
}

/** Neighbours and corner rules: all kinds of maps. */
export const KINDS: readonly Pick<MapShape, 'neighbours' | 'corners'>[] = [
  { neighbours: 4 },
  { neighbours: 8 },
  { neighbours: 8, corners: 'one-open' },
  { neighbours: 8, corners: 'never' },
];

export function randomMap(shape: MapShape, random: () => number): DiffusionMap {
  const { width, height, neighbours, corners = 'always', blocked, ground } = shape;
  const terrain = Float32Array.from({ length: width * height }, () => {
    if (random() < blocked) return 0;
    if (ground === 'free') return 1;
    return ground === 'mixed' ? 0.05 + 0.95 * random() : 2 ** (-60 * random());
  });
  return { width, height, neighbours, corners, terrain };
}

/** Some goals with strengths of many sizes, each cell once. */
export function randomGoals(
  { width, height }: DiffusionMap,
  count: number,
  random: () => number,
): Goals {
  const cell = new Set<number>();
  for (let i = 0; i < count; i++) cell.add(Math.floor(random() * width * height));
  return { cell: [...cell], strength: [...cell].map(() => 2 ** (40 * random() - 20)) };
}

/** Serpentine walls one cell thick: neighbours whose values lie far apart. */
export function serpentine(width: number, height: number): Float32Array {
  const terrain = new Float32Array(width * height).fill(1);
  for (let y = 1; y < height; y += 2) {
    const gap = y % 4 === 1 ? width - 1 : 0;
    for (let x = 0; x < width; x++) if (x !== gap) terrain[y * width + x] = 0;
  }
  return terrain;
}
