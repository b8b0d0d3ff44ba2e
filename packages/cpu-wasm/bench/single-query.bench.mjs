// `node bench/single-query.bench.mjs [side] [blocked %]`: what one query per call costs on a small
// grid, by every call there is, in turns: nanoseconds per query, median over the rounds. Against
// other programs: `npx -y pnpm@10 bench ratios`. Without tsx, which rewrites the class fields of
// what it loads.
import { buildQueries } from '@wayfield/graph';
import { randomGrid, randomQueries } from '@wayfield/graph/generators';
import { createWasmSolver } from '@wayfield/cpu-wasm';

const [side, percent] = [Number(process.argv[2] ?? 6), Number(process.argv[3] ?? 0)];
const ROUNDS = 60;
const REPEAT = 10;

const grid = randomGrid(side, side, { density: percent / 100, seed: 1 });
const queries = randomQueries(grid, 768, { seed: 2 });
const { count, source, target } = queries;
const solver = createWasmSolver(grid);
const one = { count: 1, source: new Uint32Array(1), target: new Uint32Array(1) };
let reuse = solver.run(one);
let sink = 0;

/** Calls `ask` with both ends of every query. */
const each = (ask) => () => {
  for (let i = 0; i < count; i++) sink += ask(source[i], target[i]);
};
const calls = {
  'run(all of them)': () => void (sink += solver.run(queries).cost[0]),
  'route(s, t)': each((from, to) => solver.route(from, to).cost),
  'run(one, { reuse })': each((from, to) => {
    one.source[0] = from;
    one.target[0] = to;
    reuse = solver.run(one, { reuse });
    return reuse.cost[0];
  }),
  'run(buildQueries([[s, t]]))': each((from, to) => solver.run(buildQueries([[from, to]])).cost[0]),
  'buildQueries([[s, t]])': each((from, to) => buildQueries([[from, to]]).count),
};

const times = Object.keys(calls).map(() => []);
for (let round = -10; round < ROUNDS; round++) {
  Object.values(calls).forEach((run, c) => {
    const start = performance.now();
    for (let k = 0; k < REPEAT; k++) run();
    if (round >= 0) times[c].push(((performance.now() - start) * 1e6) / REPEAT / count);
  });
}
console.log(`${side} x ${side}, ${percent} % blocked, ${count} queries, ns per query (median)`);
Object.keys(calls).forEach((name, c) => {
  const median = times[c].sort((a, b) => a - b)[ROUNDS >> 1];
  console.log(name.padEnd(30), median.toFixed(0).padStart(6));
});
if (Number.isNaN(sink)) throw new Error('a cost is no number');
