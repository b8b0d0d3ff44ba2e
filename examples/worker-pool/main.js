// A pool of worker threads in Node: 1,000 paths on one copy of the map, every thread busy.
import { availableParallelism } from 'node:os';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { statusName } from '@wayfield/graph';
import { randomGrid, randomQueries } from '@wayfield/graph/generators';

const grid = randomGrid(384, 384, { density: 0.3, seed: 2 });
const queries = randomQueries(grid, 1000, { seed: 3 });
const threads = Math.min(4, availableParallelism());
const pool = await createWasmPool(grid, { algorithm: 'jps+', threads });
const started = performance.now();
const routes = await pool.run(queries);
const took = performance.now() - started;
console.log(`${routes.count} paths by ${pool.threads} threads in ${took.toFixed(0)} ms`);
const found = routes.status.every((status) => statusName(status) === 'FOUND');
console.log('all found:', found); // all found: true

// threads may be stopped by a signal, as anything that lasts
const soon = AbortSignal.timeout(1);
const stopped = await pool.run(queries, { signal: soon }).catch((error) => error.name);
console.log(typeof stopped === 'string' ? `stopped: ${stopped}` : 'done before the signal');
await pool.destroy();
