// Oriented bodies by several threads. Where the work is divided: the broad phase as in pool/, then
// each thread tests an equal part of the candidates (oriented-worker.ts).
export {
  createOrientedPool,
  type OrientedPool,
  type OrientedPoolOptions,
} from './oriented/pool.ts';
