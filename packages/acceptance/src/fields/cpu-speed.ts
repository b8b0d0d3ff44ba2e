// Target 3: the step on the CPU.
import { availableParallelism } from 'node:os';
import { createDiffusion } from '@wayfield/diffusion';
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { describeRounds } from '../run/parts.ts';
import {
  atLeast,
  attempt,
  notMeasured,
  result,
  skipped,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { type Program, takeTurns } from '../run/take-turns.ts';
import type { Model } from '@wayfield/bench/internal/fields/measure/backends';
import { hashOfField } from '@wayfield/bench/internal/fields/measure/compare-fields';
import {
  doubleStep,
  ownSteps,
  scriptStep,
  scriptSteps,
} from '@wayfield/bench/internal/fields/measure/script-steps';
import { startCppDiffusion } from './cpp-diffusion.ts';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { everywhere, roughMap } from '@wayfield/bench/internal/fields/measure/made-maps';

/**
 * The least time of C++ as a multiple of ours, by instruction set: with vectors of 128 bits, as
 * WebAssembly has, ours must be faster; wider ones may take two thirds of our time. A requirement.
 */
const CPP: Readonly<Record<string, number>> = { 'x86-64-v2': 1.1, native: 0.65 };
const NAMES: Readonly<Record<string, string>> = {
  'x86-64-v2': 'C++ of 128-bit vectors',
  native: 'C++ of -march=native',
};
/** The least time of JavaScript as a multiple of ours: a requirement. */
const SCRIPT = 6;
/** With `CORES` workers a pool must be at least `CORES_SPEED_UP` times as fast as one thread. */
const CORES = 16;
const CORES_SPEED_UP = CORES / 2;
/** Steps of one call. */
const STEPS = 64;

export const cpuSpeed: Target = {
  name: '3',
  title: "the study's step with terrain, f32, 8 neighbours: WebAssembly against C++ and JavaScript",
  async run(context) {
    for (const part of [againstOthers, cores])
      for (const n of context.quick ? [96] : [1024, 2048])
        await attempt(context, `${n} x ${n}`, () => part(context, n));
  },
};

async function againstOthers(context: TargetContext, n: number): Promise<void> {
  const { rounds, quick, session, add } = context;
  const map = roughMap(n);
  // compiling C++ takes seconds, so quick runs leave it out
  const native = quick ? undefined : await startCppDiffusion(n, map.terrain);
  const own = ownSteps(map, STEPS);
  const script = scriptSteps(map, scriptStep, STEPS);
  const inDouble = scriptSteps(map, doubleStep, STEPS);
  try {
    const hash = hashOfField(own.field());
    const scripted = script.field();
    session.addCheck(`${n} x ${n}: JavaScript gives another field`, hashOfField(scripted) === hash);
    const cpp = (native?.instructionSets ?? []).map((set) => ({
      name: set,
      returnsMs: true as const,
      async run() {
        const answer = await native!.ask(set, STEPS);
        session.addCheck(`${n} x ${n}: C++ for ${set} gives another field`, answer.hash === hash);
        return Math.min(...Object.values(answer.ms));
      },
    }));
    const times = await takeTurns(
      [
        { name: 'own', returnsMs: true, run: () => own.run() },
        ...cpp,
        { name: 'script', returnsMs: true, run: () => Math.min(script.run(), inDouble.run()) },
      ],
      rounds + 1,
      { onRound: (round) => session.terminal.progress(`target 3, ${n} x ${n}`, round, rounds + 1) },
    );
    const mine = times.get('own')!;
    /** How many times our time a program takes, round by round; the first round is a warm-up. */
    const ratiosOf = (name: string): number[] | undefined =>
      times.has(name) ? Array.from(times.get(name)!, (ms, i) => ms / mine[i]).slice(1) : undefined;
    const ours = median(Array.from(mine).slice(1));
    const speed = `${formatNumber((n * n * STEPS) / ours / 1e6)} Gcell/s`;
    for (const [set, factor] of Object.entries(CPP)) {
      const what = `${n} x ${n}: ${NAMES[set]} / wasm, time`;
      const ratios = ratiosOf(set);
      if (ratios === undefined) {
        add(notMeasured(what, atLeast(factor, 'x'), whyNoCpp(set, quick, native !== undefined)));
      } else {
        const note = `fastest variant; ${describeRounds(ratios, 'x')}; ${speed}`;
        add(result(what, median(ratios), atLeast(factor, 'x'), note));
      }
    }
    const ratios = ratiosOf('script')!;
    add(
      result(
        `${n} x ${n}: JavaScript / wasm, time`,
        median(ratios),
        atLeast(SCRIPT, 'x'),
        `the faster loop; ${describeRounds(ratios, 'x')}`,
      ),
    );
  } finally {
    own.destroy();
    await native?.close();
  }
}

/** Why there is no figure of C++ for an instruction set. */
export function whyNoCpp(instructionSet: string, quick: boolean, hasCompiler: boolean): string {
  if (quick) return 'not with --quick';
  return hasCompiler ? `no ${instructionSet} on this processor` : 'no C++ compiler';
}

async function cores(context: TargetContext, n: number): Promise<void> {
  const { threads: asked, rounds, quick, session, add } = context;
  const threads = asked > 1 ? asked : 2;
  const map = roughMap(n);
  // steps that take one thread about a second
  const steps = quick ? STEPS : (n === 1024 ? 16 : 4) * STEPS;
  const options = { precision: 'f32' as const };
  const pool = await createDiffusionPool(map, { ...options, threads });
  const one = createDiffusion(map, options);
  const rival = (name: string, model: Model): Program<unknown> => ({
    name,
    run: () => model.step(steps),
  });
  try {
    for (const model of [pool, one]) model.setGoals('goal', everywhere(n));
    const onRound = (round: number): void =>
      session.terminal.progress(`target 3, ${threads} workers`, round, rounds + 1);
    const rivals = [rival('one', one), rival('pool', pool)];
    const times = await takeTurns(rivals, rounds + 1, { onRound });
    const same = hashOfField(one.field('goal')) === hashOfField(await pool.field('goal'));
    session.addCheck('the pool gives another field', same);
    const [, ...ratios] = times.get('one')!.map((ms, i) => ms / times.get('pool')![i]);
    const speed = (n * n * steps) / median(times.get('pool')!) / 1e6;
    const measured = result(
      `${n} x ${n}: ${pool.threads} workers / 1 thread`,
      median(ratios),
      atLeast(CORES_SPEED_UP, 'x'),
      `${formatNumber(speed)} Gcell/s; ${describeRounds(ratios, 'x')}`,
    );
    const enough = threads >= CORES && availableParallelism() >= CORES;
    const why =
      `${measured.note}; the target is for ${CORES} cores, here are ` + `${availableParallelism()}`;
    add(enough ? measured : skipped(measured, why));
  } finally {
    one.destroy();
    await pool.destroy();
  }
}
