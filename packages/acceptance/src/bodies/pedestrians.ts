// Target 5: recorded pedestrians, frame by frame against brute force.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  addBody,
  type Bodies,
  buildBodies,
  createCollisionSolver,
  FREE,
  moveBody,
  removeBody,
} from '@wayfield/collision';
import { squaredDistance, touches } from '@wayfield/collision/reference';
import { createGpuCollisionSolver } from '@wayfield/collision/gpu';
import {
  atLeast,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { differingWords } from '@wayfield/bench/internal/gpu/measure/same-words';
import { readBytes } from '@wayfield/bench/internal/run/problems/read-file';

const FILES = ['bottleneck_040_c_56_h', 'bi_corr_400_b_03', 'corner_traj'];
/** The distance in metres at which two people touch: the radius of a person is half of it. */
const CONTACT = 0.3;
/** The distance in metres within which people are found. */
const SIGHT = 1;
/** Frames of a `--quick` run, which are made up. */
const QUICK_FRAMES = 4;

/** Positions of a frame by person, in metres. */
export type Frame = ReadonlyMap<number, readonly [x: number, y: number]>;

export const pedestrians: Target = {
  name: '5',
  title: 'recorded pedestrians: contacts within 0.3 m and neighbours within 1 m of every frame',
  async run(context) {
    for (const name of context.quick ? ['made up'] : FILES) {
      const file = join(context.data ?? '', 'agents', `${name}.txt.gz`);
      let frames: readonly Frame[];
      if (context.quick) {
        frames = madeUp();
      } else if (context.data !== undefined && existsSync(file)) {
        frames = parseTrajectories(new TextDecoder().decode(await readBytes(file)));
      } else {
        context.add(notMeasured(name, atLeast(1, 'frames'), NO_DATA));
        continue;
      }
      await runFile(context, name, frames);
    }
  },
};

/**
 * Parses rows `id frame x y …` of the Jülich archive into frames in order, in metres. A file that
 * names `x/cm` in its comments is in centimetres. Throws RangeError for any other row.
 */
export function parseTrajectories(text: string): Frame[] {
  const frames = new Map<number, Map<number, [number, number]>>();
  const scale = /x\/cm/.test(text) ? 0.01 : 1;
  for (const [i, line] of text.split('\n').entries()) {
    if (line.startsWith('#') || line.trim() === '') continue;
    const [id, frame, x, y] = line.trim().split(/\s+/).map(Number);
    if (!(Number.isInteger(id) && Number.isInteger(frame) && Number.isFinite(x + y))) {
      throw new RangeError(`line ${i + 1} is '${line}', expected id, frame, x, y`);
    }
    let people = frames.get(frame);
    if (!people) frames.set(frame, (people = new Map()));
    people.set(id, [x * scale, y * scale]);
  }
  return [...frames].sort(([a], [b]) => a - b).map(([, people]) => people);
}

/** Frames for machines without data: people who come, walk and leave. */
function madeUp(): Frame[] {
  const at = (id: number, frame: number): [number, number] => [
    id * 0.28 + frame * 0.07,
    0.1 * (id % 2),
  ];
  return Array.from({ length: QUICK_FRAMES }, (_, frame) => {
    const ids = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) => k + frame);
    return new Map(ids.map((id) => [id, at(id, frame)]));
  });
}

async function runFile(
  context: TargetContext,
  name: string,
  frames: readonly Frame[],
): Promise<void> {
  const { device, session, add } = context;
  const bodies = buildBodies({ capacity: 128 });
  const wasm = createCollisionSolver(bodies);
  // default options, as users have them: crowds of this size are compared all with all
  const gpu = device && (await createGpuCollisionSolver(device, bodies));
  const idOf = new Map<number, number>();
  let right = 0;
  let [pairs, neighbours] = [0, 0];
  try {
    for (const [k, people] of frames.entries()) {
      session.terminal.progress(`target 5: ${name}`, k, frames.length);
      takeFrame(bodies, idOf, people);
      const truth = bruteForce(bodies);
      pairs += truth.pairs.length / 2;
      neighbours += truth.slots.length;
      wasm.update();
      const found = wasm.pairs({ canonical: true }).slots.slice();
      let same = same3(truth, found, wasm.neighbours({ radius: SIGHT, canonical: true }));
      if (gpu) {
        await gpu.update();
        const also = (await gpu.pairs({ canonical: true })).slots.slice();
        const lists = await gpu.neighbours({ radius: SIGHT, canonical: true });
        same = same3(truth, also, lists) && same;
      }
      session.addCheck(`target 5: ${name}, frame ${k}`, same);
      if (same) right++;
    }
  } finally {
    wasm.destroy();
    gpu?.destroy();
  }
  const say = (count: number): string => count.toLocaleString('en-US');
  const by = gpu ? 'wasm and gpu' : 'wasm; no GPU here';
  const note = `${say(pairs)} contacts, ${say(neighbours)} neighbours; ${by}`;
  add(result(name, right, atLeast(frames.length, 'frames'), note));
}

/** Removes people who have left the recording, adds new ones and moves the others. */
function takeFrame(bodies: Bodies, idOf: Map<number, number>, people: Frame): void {
  for (const [person, id] of idOf) {
    if (people.has(person)) continue;
    removeBody(bodies, id);
    idOf.delete(person);
  }
  for (const [person, [x, y]] of people) {
    const id = idOf.get(person);
    if (id === undefined) idOf.set(person, addBody(bodies, { x, y, radius: CONTACT / 2 }));
    else moveBody(bodies, id, x, y);
  }
}

interface Truth {
  readonly pairs: number[];
  readonly first: number[];
  readonly slots: number[];
}

/** Compares all bodies with all others, by the rule as the documentation states it. */
function bruteForce(bodies: Bodies): Truth {
  const { end, kind } = bodies;
  const pairs: number[] = [];
  const slots: number[] = [];
  const first = [0];
  for (let a = 0; a < end; a++) {
    for (let b = 0; b < end; b++) {
      if (a === b || kind[a] === FREE || kind[b] === FREE) continue;
      if (a < b && touches(bodies, a, bodies, b)) pairs.push(a, b);
      if (squaredDistance(bodies, a, bodies, b) <= SIGHT * SIGHT) slots.push(b);
    }
    first.push(slots.length);
  }
  return { pairs, first, slots };
}

function same3(
  truth: Truth,
  pairs: Uint32Array,
  { first, slots }: { first: Uint32Array; slots: Uint32Array },
): boolean {
  const same = (a: readonly number[], b: Uint32Array): boolean =>
    differingWords(Uint32Array.from(a), b) === 0;
  return same(truth.pairs, pairs) && same(truth.first, first) && same(truth.slots, slots);
}
