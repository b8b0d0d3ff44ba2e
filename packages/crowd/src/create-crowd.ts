import { checkOptions, refuse } from '@wayfield/check';
import { createDestroyGuard } from '@wayfield/wasm';
import { createAgents } from './agents/agents.ts';
import { aWorld, CROWD_RULES, tickLength } from './agents/rules.ts';
import { createControl } from './control.ts';
import { openEngine } from './engine.ts';
import { KERNELS_BASE64 } from './kernels.gen.ts';
import type { Crowd, CrowdOptions, CrowdWorld } from './types.ts';
import { putWalls } from './walls/put-walls.ts';

/**
 * A crowd on the calling thread. Throws RangeError for options out of range, and where memory ends.
 *
 * The model is ORCA: J. van den Berg, S. J. Guy, M. Lin, D. Manocha, Reciprocal n-body collision
 * avoidance, 2011, in f64.
 *
 * @example
 * const crowd = createCrowd({}, { capacity: 1000 });
 * const id = crowd.add({ x: 0, y: 0, preferredX: 1.3 });
 * crowd.step(1 / 60);
 * console.log(crowd.x[crowd.slotOf(id)]);
 */
export function createCrowd(world: CrowdWorld, options: CrowdOptions): Crowd {
  aWorld(world, 'world');
  checkOptions('createCrowd', options, CROWD_RULES);
  if (options.capacity === undefined) refuse('capacity', undefined, 'a whole number above 0');
  const engine = openEngine(world, options, { code: KERNELS_BASE64, shared: false, threads: 1 });
  const { kernels, host } = engine;
  const guard = createDestroyGuard('crowd');
  const agents = createAgents(engine, world.bounds, options, guard.check);
  const control = createControl(engine, agents, guard.check);
  if (world.walls) putWalls(engine, world.walls);

  const { setWalls, follow, snapshot, restore, reset, hash } = control;
  const { columns: _columns, slots: _slots, recount: _recount, ...shown } = agents;
  const crowd: Crowd = {
    ...shown,
    get count() {
      return agents.count;
    },
    get end() {
      return agents.end;
    },
    get tick() {
      return control.tick;
    },
    get memoryBytes() {
      return host.blocks.held();
    },
    backend: 'wasm',
    setWalls,
    follow,
    snapshot,
    restore,
    reset,
    hash,
    step(dt) {
      guard.check();
      tickLength(dt, 'dt');
      control.guide?.update(crowd, dt);
      kernels.beginTick(control.tick, dt, agents.end);
      kernels.measure(0, agents.end, 0);
      const count = kernels.planGrid();
      kernels.countCells(0, agents.end);
      kernels.startCells();
      kernels.scatter(0, agents.end);
      kernels.beginRuns(0);
      kernels.advance(0, count, 0);
      kernels.endRuns();
      control.tick++;
      return control.report();
    },
    destroy() {
      if (guard.end()) host.blocks.freeAll();
    },
  };
  return crowd;
}
