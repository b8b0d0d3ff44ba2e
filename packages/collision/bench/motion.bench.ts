// A tick (update, then pairs) in a world where few bodies move, with two layers and with everything
// sorted at each update, in turns: circles with three contacts each. Either the same bodies move in
// every tick, or other bodies in each tick.
//
// `node --import tsx bench/motion.bench.ts [--shares=0.001,0.01,0.1] [bodies …]`
import { performance } from 'node:perf_hooks';
import { buildBodies, createCollisionSolver, type SolverOptions } from '../src/index.ts';
import { crowd } from './circles.ts';

const { argv } = process;
const given = argv.find((word) => word.startsWith('--shares='))?.slice('--shares='.length);
const shares = (given ?? '0.001,0.01,0.1').split(',').map(Number);
const sizes = argv.slice(2).filter((word) => /^\d+$/.test(word));

interface Rival {
  readonly name: string;
  readonly options: SolverOptions;
  readonly fixed: boolean;
}
const RIVALS: Rival[] = [
  { name: 'all sorted', options: { motion: 'all' }, fixed: false },
  { name: 'two layers', options: { motion: 'few' }, fixed: false },
  { name: 'auto', options: { motion: 'auto' }, fixed: false },
  { name: 'auto, fixed', options: { motion: 'auto' }, fixed: true },
];

for (const count of sizes.length > 0 ? sizes.map(Number) : [100_000, 1_000_000]) {
  for (const dimensions of [2, 3] as const) {
    for (const share of shares) {
      for (const same of [true, false]) measure(count, dimensions, share, same);
    }
  }
}

function measure(count: number, dimensions: 2 | 3, share: number, same: boolean): void {
  const [{ x, y, z, r }] = crowd(count, dimensions === 3, 1);
  const columns = dimensions === 3 ? { x, y, z, radius: r } : { x, y, radius: r };
  const still = new Uint8Array(count).fill(1);
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const movers = Uint32Array.from({ length: Math.round(share * count) }, () =>
    Math.floor(random() * count),
  );
  for (const slot of movers) still[slot] = 0;
  const rivals = RIVALS.filter(({ fixed }) => same || !fixed);
  const solvers = rivals.map(({ options, fixed }) =>
    createCollisionSolver(buildBodies({ ...columns, ...(fixed && { fixed: still }) }), options),
  );
  const times = rivals.map(() => [] as number[]);
  const rounds = count > 300_000 ? 12 : 30;
  for (let round = 0; round < rounds + 4; round++) {
    for (let i = 0; i < movers.length; i++) {
      const slot = same ? movers[i] : Math.floor(random() * count);
      x[slot] += random() - 0.5;
      y[slot] += random() - 0.5;
    }
    const totals = solvers.map((solver, i) => {
      const start = performance.now();
      solver.update();
      const { total } = solver.pairs();
      times[i].push(performance.now() - start);
      return total;
    });
    if (totals.some((total) => total !== totals[0])) throw new Error(`totals ${totals}`);
  }
  const cells = rivals.map(({ name }, i) => {
    const sorted = times[i].slice(4).sort((a, b) => a - b);
    const mean = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length;
    return `${name} ${sorted[0].toFixed(2)} (mean ${mean.toFixed(2)})`;
  });
  const who = same ? 'the same' : 'others each tick';
  console.log(`${dimensions}D ${count}, ${share * 100} % move, ${who}: ${cells.join(', ')}`);
}
