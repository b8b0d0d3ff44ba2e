/** Words of the control block of a job, as indices into an Int32Array. */
export const NEXT = 0;
const ARRIVED = 1;
const ROUND = 2;
export const CONTROL_BYTES = 64;

/** Waits until all `threads` are here; the one who came last does `first` before all go on. */
export function meetAll(control: Int32Array, threads: number, first?: () => void): void {
  const round = Atomics.load(control, ROUND);
  if (Atomics.add(control, ARRIVED, 1) + 1 === threads) {
    first?.();
    Atomics.store(control, ARRIVED, 0);
    Atomics.add(control, ROUND, 1);
    Atomics.notify(control, ROUND);
    return;
  }
  while (Atomics.load(control, ROUND) === round) Atomics.wait(control, ROUND, round);
}
