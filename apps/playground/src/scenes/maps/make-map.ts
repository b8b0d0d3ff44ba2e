// Maps of cells, made from a name and a seed or read from a file.
import { buildGrid, weakComponents } from '@wayfield/graph';
import { parseMovingAiMap } from '@wayfield/graph/formats';
import {
  blobsGrid,
  mazeGrid,
  openGrid,
  random,
  randomGrid,
  roomsGrid,
  terrainGrid,
} from '@wayfield/graph/generators';
import type { Settings } from '../../common/settings.ts';

/** The ground of a scene, and the cells where agents may begin. */
export interface CrowdMap {
  readonly width: number;
  readonly height: number;
  /** The share of the scent that a cell lets through; 0 = wall. Painting changes it. */
  readonly terrain: Float32Array;
  /** Cells of the largest connected part, in a seeded order. */
  readonly open: Uint32Array;
}

export const MAP_NAMES = [
  ['islands', 'Islands'],
  ['rooms', 'Rooms'],
  ['maze', 'Maze'],
  ['rubble', 'Rubble'],
  ['hills', 'Hills'],
  ['plain', 'Plain'],
] as const;

export const MAP_SIZES = [
  ['small', '128 × 80'],
  ['medium', '320 × 200'],
  ['large', '640 × 400'],
  ['huge', '1280 × 800'],
  ['giant', '2560 × 1600'],
] as const;

const SIZE: Readonly<Record<string, readonly [number, number]>> = {
  small: [128, 80],
  medium: [320, 200],
  large: [640, 400],
  huge: [1280, 800],
  giant: [2560, 1600],
};

/**
 * The terrain for costs of a grid: a cell of cost 4 lets a quarter of the scent through.
 */
function terrainOf(cost: Float32Array): Float32Array {
  return cost.map((factor) => (factor > 0 ? Math.min(1, 1 / factor) : 0));
}

/** Ending of the sizes of tall maps, for phones. */
export const TALL = '-tall';

/** The size in the settings of a scene, with `TALL` if they ask for it. */
export const sizeOf = ({ size, shape }: Settings): string =>
  `${size}${shape === 'tall' ? TALL : ''}`;

export function makeMap(name: string, sizeName: string, seed: number): CrowdMap {
  const sides = SIZE[sizeName.replace(TALL, '')] ?? SIZE['medium'];
  const [width, height] = sizeName.endsWith(TALL) ? sides.toReversed() : sides;
  const area = width * height;
  switch (name) {
    case 'rooms':
      return mapOf(width, height, roomsGrid(width, height, { seed, size: 18, door: 3 }).cost, seed);
    case 'maze':
      return mapOf(width, height, mazeGrid(width, height, { seed, corridor: 4 }).cost, seed);
    case 'rubble':
      return mapOf(width, height, randomGrid(width, height, { seed, density: 0.3 }).cost, seed);
    case 'hills':
      return mapOf(
        width,
        height,
        terrainGrid(width, height, { seed, costs: [1, 1.5, 2, 4] }).cost,
        seed,
      );
    case 'plain':
      return mapOf(width, height, openGrid(width, height).cost, seed);
    default: {
      const count = Math.round(area / 700);
      return mapOf(
        width,
        height,
        blobsGrid(width, height, { seed, count, radius: [4, 11] }).cost,
        seed,
      );
    }
  }
}

function mapOf(width: number, height: number, cost: Float32Array, seed: number): CrowdMap {
  return { width, height, terrain: terrainOf(cost), open: openCells(width, height, cost, seed) };
}

/** The map of a MovingAI file; swamp and trees are slow ground. */
export function readMap(text: string, seed: number): CrowdMap {
  const { width, height, cost } = parseMovingAiMap(text);
  return mapOf(width, height, cost, seed);
}

/** The cells of the largest connected part, shuffled. */
function openCells(width: number, height: number, cost: Float32Array, seed: number): Uint32Array {
  const grid = buildGrid({ width, height, cost, corners: 'always' });
  const { component, size } = weakComponents(grid);
  let largest = 0;
  for (let c = 1; c < size.length; c++) if (size[c] > size[largest]) largest = c;
  const cells = new Uint32Array(size[largest] ?? 0);
  let count = 0;
  for (let cell = 0; cell < component.length; cell++) {
    if (component[cell] === largest) cells[count++] = cell;
  }
  const next = random(seed);
  for (let i = count - 1; i > 0; i--) {
    const j = next(i + 1);
    [cells[i], cells[j]] = [cells[j], cells[i]];
  }
  return cells;
}
