// `createCrowd`: a crowd on the calling thread. `step` has the order of a tick.
import { checkOptions } from '@wayfield/check';
import { createDestroyGuard } from '@wayfield/wasm';
import { createAgents } from './agents/agents.ts';
import { aWorld, checkCapacity, CROWD_RULES, tickLength } from './agents/rules.ts';
import { assemble } from './assemble.ts';
import { createControl } from './control.ts';
import { openEngine } from './engine.ts';
import { KERNELS_BASE64 } from './kernels.gen.ts';
import type { Crowd, CrowdOptions, CrowdWorld } from './types.ts';
import { checkPreferred, sortAgents, ticksPerSecond } from './tick.ts';
import { putWalls } from './walls/put-walls.ts';

/**
 * Creates a crowd on the calling thread. Throws TypeError for arguments of a wrong kind, RangeError
 * for options out of range, for more walls than `wallCapacity`, and if memory runs out.
 *
 * The model is ORCA: J. van den Berg, S. J. Guy, M. Lin, D. Manocha, Reciprocal n-body collision
 * avoidance, 2011, in f64.
 *
 * @example
 * const crowd = createCrowd({}, { capacity: 1000 });
 * const id = crowd.add({ x: 0, y: 0, preferredX: 1.3 });
 * crowd.step(1 / 60);
 * console.log(crowd.x[crowd.slotOf(id)] > 0); // true
 */
export function createCrowd(world: CrowdWorld, options: CrowdOptions): Crowd {
  aWorld(world, 'world');
  checkOptions('createCrowd', options, CROWD_RULES);
  checkCapacity(options.capacity);
  const engine = openEngine(world, options, { code: KERNELS_BASE64, shared: false, threads: 1 });
  const { kernels, host } = engine;
  const guard = createDestroyGuard('crowd');
  const agents = createAgents(engine, world.bounds, options, guard.check);
  const control = createControl(engine, agents, guard.check);
  if (world.walls) putWalls(engine, world.walls);

  const crowd: Crowd = assemble(agents, control, host.blocks.held, {
    backend: 'wasm' as const,
    step(dt: number) {
      guard.check();
      tickLength(dt, 'dt');
      control.guide?.update(crowd, dt);
      checkPreferred(kernels, agents.columns, agents.end);
      kernels.beginTick(control.tick, dt, ticksPerSecond(dt), agents.end);
      const count = sortAgents(kernels, agents.end);
      kernels.advance(0, count, 0);
      kernels.endRuns();
      control.tick++;
      return control.report();
    },
    destroy() {
      if (guard.end()) host.blocks.freeAll();
    },
  });
  return crowd;
}
