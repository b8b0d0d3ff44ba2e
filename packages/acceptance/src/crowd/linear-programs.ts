// Target 1: the kernel's velocities against an enumeration over all pairs of lines.
import { randomNumbers } from '../movement/random-numbers.ts';
import { atMost, forComparison, result, type Target } from '../run/target.ts';
import { distanceToExact, moveByRounding } from './programs/exact.ts';
import { AGREEMENT, judge, type Verdict } from './programs/judge.ts';
import { KINDS, kindOf, makePrograms } from './programs/make-programs.ts';
import { solveByKernel } from './programs/solve.ts';

const COUNT = 10_000_000;
const QUICK_COUNT = 40_000;
/** Programs that are made, solved and judged at a time. */
const BATCH = 40_000;
/** One program in this many is also compared with its exact answer. */
const EXACT_EVERY = 2003;

export const linearPrograms: Target = {
  name: '1',
  title: 'velocities of linear programs against an enumeration, to 1e-5 of the largest speed',
  run({ quick, seed, session, add }) {
    const count = quick ? QUICK_COUNT : COUNT;
    const wrong = new Map<string, number>(KINDS.map((kind) => [kind, 0]));
    const tally = new Map<Verdict, number>();
    const exact = { compared: 0, beside: 0, illPosed: 0 };
    // one stream for all batches: streams of several seeds can run into one another
    const random = randomNumbers(seed);
    for (let done = 0; done < count; done += BATCH) {
      session.terminal.progress('target 1: programs', done, count);
      const programs = makePrograms(BATCH, random);
      const { velocity, relaxed } = solveByKernel(programs);
      for (let k = 0; k < BATCH; k++) {
        const answer = { x: velocity[2 * k], y: velocity[2 * k + 1], infeasible: relaxed[k] > 0 };
        const verdict = judge(programs, k, answer);
        tally.set(verdict, (tally.get(verdict) ?? 0) + 1);
        if (verdict === 'wrong') wrong.set(kindOf(k), wrong.get(kindOf(k))! + 1);
        if ((done + k) % EXACT_EVERY !== 0) continue;
        exact.compared++;
        if (distanceToExact(programs, k, answer.x, answer.y) <= AGREEMENT) continue;
        exact.beside++;
        if (moveByRounding(programs, k) > AGREEMENT) exact.illPosed++;
      }
    }
    const each = count / KINDS.length;
    for (const [kind, missed] of wrong)
      add(result(`${kind}: wrong of ${each}`, missed, atMost(0, 'programs')));
    for (const [verdict, found] of tally)
      add(forComparison(result(`judged by: ${verdict}`, found, atMost(0, 'programs'))));
    const note = `of ${exact.compared} compared; ${exact.illPosed} move by rounding of f64`;
    const beside = result('beside the exact answer', exact.beside, atMost(0, 'programs'), note);
    add(forComparison(beside));
    return Promise.resolve();
  },
};
