// Bar 3: the step on the CPU.
import { availableParallelism } from 'node:os';
import { createDiffusion } from '@wayfield/diffusion';
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { notMeasured, result, skipped } from '../bars/bar.ts';
import { type Rival, takeTurns } from '../bars/take-turns.ts';
import { type Model } from '../diffusion/backends.ts';
import { hashOfField } from '../diffusion/compare-fields.ts';
import { doubleStep, ownSteps, scriptStep, scriptSteps } from '../diffusion/script-steps.ts';
import { type CppDiffusion, startCppDiffusion } from '../native/cpp-diffusion.ts';
import { formatNumber } from '../report/numbers.ts';
import { median } from '../report/statistics.ts';
import type { DiffusionBar, DiffusionBarContext } from './diffusion-bar.ts';
import { everywhere, roughMap } from './maps.ts';

/** At least so many times as fast as C++ for these instruction sets. */
const CPP: Readonly<Record<string, number>> = { 'x86-64-v2': 1.1, native: 0.65 };
const NAMES: Readonly<Record<string, string>> = {
  'x86-64-v2': 'C++ of 128-bit vectors',
  native: 'C++ of -march=native',
};
const SCRIPT = 6;
const CORES = 16;
const CORES_SPEED_UP = 8;
const STEPS = 64;

export const cpuSpeed: DiffusionBar = {
  name: '3',
  title: "the study's step with terrain, f32, 8 neighbours: WebAssembly against C++ and JavaScript",
  async run(context) {
    for (const n of context.quick ? [96] : [1024, 2048]) await againstOthers(context, n);
    for (const n of context.quick ? [96] : [1024, 2048]) await cores(context, n);
  },
};

async function againstOthers(context: DiffusionBarContext, n: number): Promise<void> {
  const { rounds, quick, session, add } = context;
  const map = roughMap(n);
  // compilers take seconds
  const native = quick ? undefined : await startCppDiffusion(n, map.terrain);
  const own = ownSteps(map, STEPS);
  const script = scriptSteps(map, scriptStep, STEPS);
  const inDouble = scriptSteps(map, doubleStep, STEPS);
  try {
    const hash = hashOfField(own.field());
    const scripted = script.field();
    session.addCheck(`${n} x ${n}: JavaScript gives another field`, hashOfField(scripted) === hash);
    const times = new Map<string, number[]>();
    const note = (name: string, ms: number): void => {
      times.set(name, [...(times.get(name) ?? []), ms]);
    };
    for (let round = 0; round <= rounds; round++) {
      session.terminal.progress(`bar 3, ${n} x ${n}`, round, rounds + 1);
      const before = own.run();
      const answers: [string, number][] = [];
      for (const target of native?.targets ?? []) {
        answers.push([target, await askNative(native!, target, context, n, hash)]);
      }
      answers.push(['script', Math.min(script.run(), inDouble.run())]);
      const mine = (before + own.run()) / 2;
      // the first round warms everything up
      if (round === 0) continue;
      note('own', mine);
      for (const [name, ms] of answers) note(name, ms / mine);
    }
    const speed = `${formatNumber((n * n * STEPS) / median(times.get('own')!) / 1e6)} Gcell/s`;
    for (const target of Object.keys(CPP)) {
      const what = `${n} x ${n}: ${NAMES[target]} / wasm, time`;
      const ratios = times.get(target);
      if (ratios === undefined) {
        const why = quick ? 'not with --quick' : 'no C++ compiler';
        add(notMeasured(what, CPP[target], 'x', 'more', why));
      } else add(result(what, median(ratios), CPP[target], 'x', 'more', `best way; ${speed}`));
    }
    const ratios = times.get('script')!;
    add(
      result(
        `${n} x ${n}: JavaScript / wasm, time`,
        median(ratios),
        SCRIPT,
        'x',
        'more',
        'the faster loop',
      ),
    );
  } finally {
    own.destroy();
    await native?.close();
  }
}

/** The fastest of the program's ways. */
async function askNative(
  native: CppDiffusion,
  target: string,
  { session }: DiffusionBarContext,
  n: number,
  hash: number,
): Promise<number> {
  const answer = await native.run(target, STEPS);
  session.addCheck(`${n} x ${n}: C++ for ${target} gives another field`, answer.hash === hash);
  return Math.min(...Object.values(answer.ms));
}

async function cores(context: DiffusionBarContext, n: number): Promise<void> {
  const { threads: asked, rounds, quick, session, add } = context;
  const threads = asked > 1 ? asked : 2;
  const map = roughMap(n);
  // about a second for one thread
  const steps = quick ? STEPS : (n === 1024 ? 16 : 4) * STEPS;
  const options = { precision: 'f32' as const };
  const pool = await createDiffusionPool(map, { ...options, threads });
  const one = createDiffusion(map, options);
  const rival = (name: string, model: Model): Rival<unknown> => ({
    name,
    run: () => model.step(steps),
  });
  try {
    for (const model of [pool, one]) model.setGoals('goal', everywhere(n));
    const onRound = (round: number): void =>
      session.terminal.progress(`bar 3, ${threads} workers`, round, rounds + 1);
    const rivals = [rival('one', one), rival('pool', pool)];
    const times = await takeTurns(rivals, rounds + 1, { onRound });
    const same = hashOfField(one.field('goal')) === hashOfField(await pool.field('goal'));
    session.addCheck('the pool gives another field', same);
    const [, ...ratios] = times.get('one')!.map((ms, i) => ms / times.get('pool')![i]);
    const speed = (n * n * steps) / median(times.get('pool')!) / 1e6;
    const measured = result(
      `${n} x ${n}: ${pool.threads} workers / 1 thread`,
      median(ratios),
      CORES_SPEED_UP,
      'x',
      'more',
      `${formatNumber(speed)} Gcell/s`,
    );
    const enough = threads >= CORES && availableParallelism() >= CORES;
    const why = `${measured.note}; the bar is for ${CORES} cores, here are ${availableParallelism()}`;
    add(enough ? measured : skipped(measured, why));
  } finally {
    one.destroy();
    await pool.destroy();
  }
}
