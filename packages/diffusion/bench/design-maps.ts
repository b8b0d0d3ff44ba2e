// Draws McMillan's six maps of 32 x 32 cells anew: the images are lost, what was measured on them is not. Each map
// starts from the study's description and is changed a rectangle or a cell at a time until it measures the
// same (simulated annealing, seeded). Writes maps/mcmillan-1.csv to -6.csv, costs of cells, and says what fits.
//
//   node --import tsx bench/design-maps.ts [map numbers] [--seconds 60] [--seed 1] [--resume]
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { randomNumbers } from '../test/random-maps.ts';
import { type Measures, measure } from './map-measures.ts';

const N = 32;
const CELLS = N * N;
const CAP = 1000;
const WALL = 0;
const GROUND = 1;
const GRASS = 1.25;
const BANK = 1.5;
const SAND = 2;
const WATER = 8;
const DEEP = 16;
const ABYSS = 32;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    resume: { type: 'boolean', default: false },
  },
});

type Costs = number[];

interface Target {
  readonly number: number;
  readonly about: string;
  readonly seconds?: number;
  draw(random: () => number): Costs;
  /** What may be painted. */
  readonly tiles: readonly number[];
  /** Steps to run at most while searching; only a map that fits otherwise is run to the cap. */
  readonly steps: number;
  readonly want: Partial<Record<keyof Measures, number>>;
  /** Cells that stay as drawn. */
  fixed?(cell: number): boolean;
  /** More to be wished for, 0 = all. */
  penalty?(costs: Costs, measures: Measures): number;
}

const open = (): Costs => Array.from({ length: CELLS }, () => GROUND);

/** Calls `tile` for every cell; a number paints it. */
function paint(costs: Costs, tile: (x: number, y: number) => number | undefined): Costs {
  return costs.map((cost, v) => tile(v % N, Math.floor(v / N)) ?? cost);
}

const different = (measures: Measures): number =>
  measures.diffusionPath.join() === measures.dijkstraPath.join() ? 1 : 0;

/** Cells of a path with this cost. */
const steppedOn = (costs: Costs, path: readonly number[], tile: number): number =>
  path.filter((v) => costs[v] === tile).length;

const share = (costs: Costs, of: (cost: number) => boolean): number =>
  costs.filter(of).length / CELLS;

const TARGETS: readonly Target[] = [
  {
    number: 1,
    about: 'no obstacles, no terrain',
    draw: open,
    tiles: [GROUND],
    steps: 40,
    want: {
      diffusionSteps: 31,
      diffusionNodes: 32,
      dijkstraNodes: 32,
      dijkstraRounds: 32,
      reached: CELLS,
    },
  },
  {
    number: 2,
    about: 'a beach with a lake in the centre, a river with a wooden bridge, impassable areas',
    draw: () =>
      paint(open(), (x, y) => {
        // a ridge with a pass right of the middle
        if (Math.abs(x + y - 19) < 1 && !(x - y >= 6 && x - y <= 9)) return WALL;
        const r = Math.hypot(x - 14, y - 16);
        if (r < 2.5) return WATER;
        if (r < 4.5) return SAND;
        if (x + y >= 38 && x + y <= 40) return x - y >= 17 && x - y <= 19 ? GROUND : WATER;
        return undefined;
      }),
    tiles: [WALL, GROUND, GROUND, GRASS, SAND, WATER, DEEP, ABYSS],
    steps: 46,
    want: { diffusionSteps: 38, diffusionNodes: 39, dijkstraNodes: 49, dijkstraRounds: 132 },
    penalty: (costs, m) =>
      (m.diffusionPath.some((v) => costs[v] >= WATER) ? 0 : 2) +
      (m.dijkstraPath.some((v) => costs[v] >= WATER) ? 2 : 0),
  },
  {
    number: 3,
    about: 'about half of the nodes cost other than 1, more obstacles',
    draw: (random) =>
      paint(open(), (x, y) => {
        if (Math.abs(x + y - 25) < 1 && !(y - x >= 5 && y - x <= 8)) return WALL;
        // a pocket that is entered from behind
        if (x >= 22 && x <= 29 && (y === 2 || y === 9)) return WALL;
        if ((x === 22 || x === 29) && y >= 2 && y <= 9)
          return x === 22 && y === 5 ? undefined : WALL;
        return random() < 0.5 ? [GRASS, SAND, 4, WATER][Math.floor(random() * 4)] : undefined;
      }),
    tiles: [WALL, GROUND, GROUND, GRASS, SAND, 4, WATER, DEEP, ABYSS],
    steps: 58,
    want: { diffusionSteps: 49, diffusionNodes: 38, dijkstraNodes: 41, dijkstraRounds: 159 },
    penalty: (costs) => {
      const part = share(costs, (cost) => cost !== GROUND && cost !== WALL);
      return Math.max(0, Math.abs(part - 0.5) - 0.05) * 40;
    },
  },
  {
    number: 4,
    about: 'like a maze, several areas of high cost',
    draw: () =>
      paint(open(), (x, y) => {
        if (y === 10 && x < 27) return WALL;
        if (y === 21 && x > 9 && x < 30) return WALL;
        if (x === 9 && y > 10 && y < 22 && y !== 12 && y !== 13) return WALL;
        if (x === 18 && y > 13 && y < 22) return WALL;
        if (x === 14 && y < 7) return WALL;
        if (x === 22 && y > 3 && y < 11) return WALL;
        // a dead end so narrow that the scent dies in it
        if (x < 8 && y > 22)
          return y % 2 === 0 && x > 0 ? undefined : x === (y % 4 === 1 ? 7 : 0) ? WATER : WALL;
        return undefined;
      }),
    tiles: [WALL, WALL, GROUND, GROUND, GRASS, SAND, WATER, DEEP, ABYSS],
    steps: 130,
    want: { diffusionNodes: 61, dijkstraNodes: 61, dijkstraRounds: 219, diffusionSteps: CAP },
    penalty: (costs) => {
      const high = share(costs, (cost) => cost >= SAND);
      return Math.max(0, 0.05 - high) * 40;
    },
  },
  {
    number: 5,
    about: 'no path to the goal',
    draw: () =>
      paint(open(), (x, y) => {
        if (y === 9) return WALL;
        if (y === 10 && (x === 4 || x === 17 || x === 26)) return WALL;
        if (y > 14 && y < 20 && x > 10 && x < 18) return SAND;
        if (y > 22 && y < 28 && x > 3 && x < 9) return WATER;
        return undefined;
      }),
    tiles: [GROUND, GRASS, SAND, 4, WATER, DEEP, ABYSS],
    steps: 60,
    want: {
      diffusionNodes: 0,
      dijkstraNodes: 0,
      dijkstraRounds: 72,
      reached: 701,
      diffusionSteps: CAP,
    },
    fixed: (v) => v < 11 * N,
  },
  {
    number: 6,
    about: 'grass, a wide water with a cheaper sand bank to be crossed',
    draw: () =>
      paint(open(), (x, y) => {
        if (x + y < 32 || x + y > 43) return GRASS;
        return Math.abs(x - y - 13) < 1.1 ? BANK : ABYSS;
      }),
    tiles: [GROUND, GRASS, GRASS, BANK, SAND, WATER, 11, DEEP, 21, 27, ABYSS],
    steps: 40,
    want: { diffusionSteps: 31, diffusionNodes: 47, dijkstraNodes: 47, dijkstraRounds: 203 },
    penalty: (costs, m) =>
      different(m) * 3 +
      (steppedOn(costs, m.diffusionPath, BANK) > 2 ? 0 : 3) +
      (steppedOn(costs, m.dijkstraPath, BANK) > 2 ? 0 : 3) +
      // nobody swims
      (m.diffusionPath.some((v) => costs[v] >= WATER) ? 3 : 0) +
      (m.dijkstraPath.some((v) => costs[v] >= WATER) ? 3 : 0) +
      Math.max(0, 0.15 - share(costs, (cost) => cost >= WATER)) * 40,
  },
];

const WEIGHTS: Partial<Record<keyof Measures, number>> = {
  dijkstraRounds: 0.1,
  diffusionSteps: 4,
};

function badness(target: Target, costs: Costs): { bad: number; measures: Measures } {
  let measures = measure(costs, target.steps);
  const rated = (): number => {
    let bad = target.penalty?.(costs, measures) ?? 0;
    for (const [name, value] of Object.entries(target.want) as [keyof Measures, number][]) {
      const have = measures[name] as number;
      // in the short run, the cap is the end of the run
      const wanted =
        value === CAP
          ? Math.min(value, measures.diffusionSteps === CAP ? CAP : target.steps)
          : value;
      bad +=
        Math.min(name === 'dijkstraRounds' ? 200 : 40, Math.abs(have - wanted)) *
        (WEIGHTS[name] ?? 1);
    }
    return bad;
  };
  let bad = rated();
  if (target.want.diffusionSteps === CAP && bad < 6) {
    measures = measure(costs, CAP);
    bad = rated();
  }
  return { bad, measures };
}

function fileOf(map: number): string {
  return fileURLToPath(new URL(`../maps/mcmillan-${map}.csv`, import.meta.url));
}

function readMap(map: number): Costs {
  return readFileSync(fileOf(map), 'utf8').trim().split(/[\n,]/).map(Number);
}

function design(
  target: Target,
  seconds: number,
  seed: number,
): { costs: Costs; bad: number; measures: Measures } {
  const random = randomNumbers(seed * 7919 + target.number);
  const pick = (n: number): number => Math.floor(random() * n);
  let costs = values.resume ? readMap(target.number) : target.draw(random);
  let now = badness(target, costs);
  let best = { costs, ...now };
  const end = Date.now() + seconds * 1000;
  for (let round = 0; best.bad > 0 && Date.now() < end; round++) {
    const next = costs.slice();
    const tile = target.tiles[pick(target.tiles.length)];
    const [w, h] = random() < 0.5 ? [1, 1] : [1 + pick(4), 1 + pick(4)];
    const [x0, y0] = [pick(N), pick(N)];
    for (let y = y0; y < Math.min(N, y0 + h); y++) {
      for (let x = x0; x < Math.min(N, x0 + w); x++) {
        const v = y * N + x;
        if (v > 0 && v < CELLS - 1 && !target.fixed?.(v)) next[v] = tile;
      }
    }
    const then = badness(target, next);
    const heat = 1.5 * Math.max(0.02, (end - Date.now()) / (seconds * 1000));
    if (then.bad <= now.bad || random() < Math.exp((now.bad - then.bad) / heat)) {
      costs = next;
      now = then;
      if (now.bad < best.bad) best = { costs, ...now };
    }
    if (round % 3000 === 2999) {
      ({ costs } = best);
      now = best;
    }
  }
  return best;
}

const wanted = positionals.length > 0 ? positionals.map(Number) : [1, 2, 3, 4, 5, 6];
for (const target of TARGETS.filter(({ number }) => wanted.includes(number))) {
  const { costs, bad } = design(target, Number(values.seconds), Number(values.seed));
  const final = measure(costs, CAP);
  const rows = Array.from({ length: N }, (_, y) => costs.slice(y * N, y * N + N).join(','));
  writeFileSync(fileOf(target.number), `${rows.join('\n')}\n`);
  const said = Object.entries(target.want).map(([name, value]) => {
    const have = final[name as keyof Measures] as number;
    return `${name} ${have}${have === value ? '' : ` (study: ${value})`}`;
  });
  console.log(`map ${target.number}, badness ${bad.toFixed(2)}: ${said.join(', ')}`);
}
