// Method 'steady' from scratch, to one part in a thousand, on maps of many kinds, and the ticks of
// pursuers.
//
//   node --import tsx bench/steady.ts [size]
//
// Prints Markdown tables.
import { createDiffusion, createPursuers, type DiffusionMap } from '@wayfield/diffusion';
import { randomNumbers } from '../test/random-maps.ts';

const SEED = 7;
const size = Number(process.argv[2] ?? 1024);
const ROUNDS = 3;

/** Walls one cell thick with gaps at one end and the other: one long path `channel` cells wide. */
function channels(n: number, channel: number): Float32Array {
  const terrain = new Float32Array(n * n).fill(1);
  for (let y = channel, left = false; y < n; y += channel + 1, left = !left) {
    for (let x = 0; x < n; x++) {
      if (left ? x >= channel : x < n - channel) terrain[y * n + x] = 0;
    }
  }
  return terrain;
}

function rooms(n: number, room: number): Float32Array {
  return Float32Array.from({ length: n * n }, (_, v) => {
    const [x, y] = [(v % n) % room, Math.floor(v / n) % room];
    const wall = x === room - 1 || y === room - 1;
    return wall && !(x < 2 || y < 2) ? 0 : 1;
  });
}

function scattered(n: number, cell: (random: () => number) => number): Float32Array {
  const random = randomNumbers(SEED);
  return Float32Array.from({ length: n * n }, () => cell(random));
}

const maps: Record<string, (n: number) => Float32Array> = {
  'open ground': (n) => new Float32Array(n * n).fill(1),
  '20 % obstacles': (n) => scattered(n, (random) => (random() < 0.2 ? 0 : 1)),
  '40 % obstacles': (n) => scattered(n, (random) => (random() < 0.4 ? 0 : 1)),
  'terrain 0.8 to 1': (n) => scattered(n, (random) => 0.8 + 0.2 * random()),
  'terrain 0.05 to 1': (n) => scattered(n, (random) => 0.05 + 0.95 * random()),
  'terrain 2^-60 to 1': (n) => scattered(n, (random) => 2 ** (-60 * random())),
  'rooms of 11 x 11 with doors': (n) => rooms(n, 12),
  'a winding corridor, 1 cell wide': (n) => channels(n, 1),
  'a winding channel, 5 cells wide': (n) => channels(n, 5),
  'a winding channel, 10 cells wide': (n) => channels(n, 10),
};

console.log(`| ${size} x ${size} | cycles | s |\n|---|--:|--:|`);
for (const [name, make] of Object.entries(maps)) {
  const terrain = make(size);
  terrain[0] = 1;
  let best = Infinity;
  let steps = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const map: DiffusionMap = { width: size, height: size, neighbours: 8, terrain };
    const model = createDiffusion(map, { method: 'steady' });
    model.setGoals('goal', { cell: [0] });
    const start = performance.now();
    const report = model.settle();
    best = Math.min(best, performance.now() - start);
    steps = report.converged ? report.steps : NaN;
    model.destroy();
  }
  console.log(`| ${name} | ${steps} | ${(best / 1000).toFixed(2)} |`);
}

const COUNT = 100_000;
const TICKS = 8;
console.log(`\n| ${COUNT} pursuers | \`'f32'\` ns | \`'log'\` ns |\n|---|--:|--:|`);
const kinds = {
  'one layer': {},
  'two layers': { weights: { goal: 1, other: -0.25 } },
  exclusive: { exclusive: true },
  emit: { emit: { layer: 'other', strength: 1 } },
  modulate: { modulate: { layer: 'goal', factor: 0.5 } },
};
for (const [name, more] of Object.entries(kinds)) {
  const times = (['f32', 'log'] as const).map((precision) => {
    const terrain = scattered(1024, (random) => (random() < 0.1 ? 0 : 0.5 + 0.5 * random()));
    const map: DiffusionMap = { width: 1024, height: 1024, neighbours: 8, terrain };
    const model = createDiffusion(map, { precision, layers: ['goal', 'other'] });
    const cell = Array.from({ length: 2000 }, (_, i) => (i * 523 + 77) % 1048576);
    model.setGoals('goal', { cell, strength: 1e6 });
    model.setGoals('other', { cell: cell.map((v) => 1048575 - v) });
    model.step(60);
    const open = Uint32Array.from({ length: COUNT }, (_, i) => i * 10).filter(
      (v) => terrain[v] > 0,
    );
    const crowd = createPursuers(model, { cell: open, weights: { goal: 1 }, ...more });
    let best = Infinity;
    for (let tick = 0; tick < TICKS; tick++) {
      const start = performance.now();
      crowd.move();
      best = Math.min(best, performance.now() - start);
    }
    model.destroy();
    return Math.round((best / open.length) * 1e6);
  });
  console.log(`| ${name} | ${times.join(' | ')} |`);
}
