// Target 1: the kernel's velocities against an enumeration over all pairs of lines.
import {
  atLeast,
  atMost,
  forComparison,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { KINDS } from './programs/make-programs.ts';
import {
  addParts,
  appendPart,
  judgeOn,
  kernelOf,
  NOTHING,
  readTally,
  type Tally,
} from './programs/tally.ts';

/** Programs that are judged: a requirement. */
const COUNT = 10_000_000;
const QUICK_COUNT = 40_000;
/**
 * With `--tally FILE` the counts go on where the file ends. With `--seconds N` a call ends after
 * that time, and the next one goes on.
 */
export const linearPrograms: Target = {
  name: '1',
  title: 'velocities of linear programs against an enumeration, to 1e-5 of the largest speed',
  run(context) {
    const { quick, seed, session, tally: file, seconds } = context;
    const most = quick ? QUICK_COUNT : COUNT;
    const kernel = kernelOf(seed);
    const before = file === undefined ? NOTHING : readTally(file, seed, kernel);
    const end = performance.now() + 1000 * (seconds ?? Infinity);
    const part = judgeOn(before, { seed, most }, (done) => {
      session.terminal.progress('target 1: programs', done, most);
      return performance.now() >= end;
    });
    if (file !== undefined && part.to > before.to)
      appendPart(file, { seed, kernel, from: before.to, ...part });
    reportCounts(context, addParts(before, part), most);
    return Promise.resolve();
  },
};

/** Adds the results of all parts so far. */
function reportCounts({ add }: TargetContext, sum: Tally, most: number): void {
  const each = sum.to / KINDS.length;
  for (const kind of KINDS)
    add(result(`${kind}: wrong of ${each}`, sum.wrong[kind] ?? 0, atMost(0, 'programs')));
  for (const [verdict, found] of Object.entries(sum.verdicts))
    add(forComparison(result(`judged by: ${verdict}`, found, atMost(0, 'programs'))));
  const { compared, beside, illPosed } = sum.exact;
  const note = `of ${compared} compared; ${illPosed} move by rounding of f64`;
  add(forComparison(result('beside the exact answer', beside, atMost(0, 'programs'), note)));
  const all = atLeast(most, 'programs');
  if (sum.to >= most) add(result('programs judged', sum.to, all));
  else add(notMeasured('programs judged', all, `${sum.to} so far: run it again with --tally`));
}
