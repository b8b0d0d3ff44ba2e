// Target 6, second half: thousands of ticks with bodies that come and go.
import {
  addBody,
  type Bodies,
  buildBodies,
  createCollisionSolver,
  FREE,
  hasBody,
  moveBody,
  removeBody,
  slotOf,
} from '@wayfield/collision';
import { createReferenceSolver } from '@wayfield/collision/reference';
import { createGpuCollisionSolver } from '@wayfield/collision/gpu';
import { random } from '@wayfield/graph/generators';
import { atLeast, atMost, result, type Target, type TargetContext } from '../run/target.ts';
import { differingWords } from '@wayfield/bench/internal/gpu/measure/same-words';
import { runScenes } from './random-scenes.ts';

/** Bodies that live at a time, and the side of their square world. */
const BODIES = 400;
const SIDE = 40;
/** Number of removed ids that are queried again and again. */
const GRAVES = 1000;

export const scenesAndSoak: Target = {
  name: '6',
  title: 'random scenes against brute force; a soak with bodies that come and go',
  async run(context) {
    await runScenes(context);
    await soak(context);
  },
};

async function soak({ device, session, seed, quick, add }: TargetContext): Promise<void> {
  const ticks = quick ? 24 : 10_000;
  const next = random(seed);
  const bodies = buildBodies({ capacity: 2 * BODIES });
  const place = () => ({ x: next() * SIDE, y: next() * SIDE, radius: 0.3 + next() });
  let alive = Array.from({ length: BODIES }, () => addBody(bodies, place()));
  const graves: number[] = [];
  const wasm = createCollisionSolver(bodies);
  const gpu = device && (await createGpuCollisionSolver(device, bodies, { tuning: { direct: 0 } }));
  let right = 0;
  let settled = { wasm: 0, gpu: 0 };
  try {
    for (let tick = 0; tick < ticks; tick++) {
      session.terminal.progress('target 6: soak', tick, ticks);
      for (let k = 0; k < 20; k++) {
        const at = Math.floor(next() * alive.length);
        removeBody(bodies, alive[at]);
        graves[Math.floor(next() * GRAVES)] = alive[at];
        alive[at] = addBody(bodies, place());
      }
      for (const id of alive) {
        const slot = slotOf(bodies, id);
        const step = (): number => (next() - 0.5) * 0.4;
        moveBody(bodies, id, bodies.x[slot] + step(), bodies.y[slot] + step());
      }
      wasm.update();
      const pairs = wasm.pairs({ canonical: true }).slots;
      let good = namesLive(bodies, pairs) && alive.every((id) => hasBody(bodies, id));
      good = good && graves.every((id) => id === undefined || !hasBody(bodies, id));
      if (tick % 10 === 0) {
        const truth = createReferenceSolver(bodies);
        good = differingWords(pairs, truth.pairs({ canonical: true }).slots) === 0 && good;
        truth.destroy();
      }
      if (gpu) {
        await gpu.update();
        const found = await gpu.pairs({ canonical: true });
        good = differingWords(found.slots, pairs) === 0 && good;
      }
      session.addCheck(`target 6: soak, tick ${tick}`, good);
      if (good) right++;
      if (tick === Math.floor(ticks / 4)) {
        settled = { wasm: wasm.memoryBytes, gpu: gpu?.memoryBytes ?? 0 };
      }
    }
    alive = [];
    const backends = gpu ? 'wasm and gpu' : 'wasm';
    const note =
      `${BODIES} bodies, 20 come and go each tick; ${backends}, every tenth tick against ` +
      'brute force';
    add(result('soak: no pair missed, no stale id', right, atLeast(ticks, 'ticks'), note));
    const grown = wasm.memoryBytes / settled.wasm;
    add(result('soak: memory at the end / after a quarter: wasm', grown, atMost(1, 'times')));
    if (!gpu) return;
    const grownThere = gpu.memoryBytes / settled.gpu;
    add(result('soak: memory at the end / after a quarter: gpu', grownThere, atMost(1, 'times')));
  } finally {
    wasm.destroy();
    gpu?.destroy();
  }
}

function namesLive({ kind, end }: Bodies, slots: Uint32Array): boolean {
  return slots.every((slot) => slot < end && kind[slot] !== FREE);
}
