/** Words of the control block of a job, as indices into an Int32Array. */
export const NEXT = 0;
const ARRIVED = 1;
const ROUND = 2;
/** 1: a thread ended or failed, and the job is over. */
const STOPPED = 3;
export const CONTROL_BYTES = 64;

/** Waits until all `threads` are here; the one who came last does `first` before all go on. Throws when the job is stopped. */
export function meetAll(control: Int32Array, threads: number, first?: () => void): void {
  // read before STOPPED, which is written before ROUND: either this thread sees STOPPED or it is not left waiting
  const round = Atomics.load(control, ROUND);
  checkStopped(control);
  if (Atomics.add(control, ARRIVED, 1) + 1 === threads) {
    first?.();
    Atomics.store(control, ARRIVED, 0);
    Atomics.add(control, ROUND, 1);
    Atomics.notify(control, ROUND);
    return;
  }
  while (Atomics.load(control, ROUND) === round) Atomics.wait(control, ROUND, round);
  checkStopped(control);
}

/** Throws when the job is stopped. */
export function checkStopped(control: Int32Array): void {
  if (Atomics.load(control, STOPPED) !== 0) throw new Error('the job was stopped');
}

/** Ends a job: threads that wait for one that will not come, or are about to, throw. */
export function stopAll(control: Int32Array): void {
  Atomics.store(control, STOPPED, 1);
  Atomics.add(control, ROUND, 1);
  Atomics.notify(control, ROUND);
}
