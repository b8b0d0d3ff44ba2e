import { checkOptions, refuse } from '@wayfield/check';
import { storageBuffer } from './buffers.ts';
import { whenLost } from './guard.ts';
import { type Kernel, step } from './pipeline.ts';
import { aDevice, KEEP_WARM_RULES } from './rules.ts';

/** Settings of `keepWarm`. */
export interface KeepWarmOptions {
  /**
   * Milliseconds from the start of a pulse to the start of the next one, above 0 and at most
   * 2^31 - 1. Default 1,000.
   */
  readonly intervalMs?: number;
  /** Milliseconds of work in a pulse. Default 200. */
  readonly busyMs?: number;
  /** Milliseconds after which no further pulse begins and one under way ends. Default 60,000. */
  readonly limitMs?: number;
}

/** Work that keeps the clock of a device up. */
export interface KeepWarm {
  /** Pulses begun so far. */
  readonly pulses: number;
  /** False after `stop`, after the device is lost, and from the first pulse after `limitMs` on. */
  readonly running: boolean;
  /** Ends the pulses, within a few milliseconds, and frees their memory. */
  stop(): void;
}

const code = /* wgsl */ `
@group(0) @binding(0) var<storage, read_write> word: array<u32>;
@compute @workgroup_size(64)
fn spin(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x + word[0];
  for (var i = 0u; i < 4096u; i++) { x = x * 1664525u + 1013904223u; }
  // never true, but the compiler cannot know that, so it keeps the loop
  if (x == 0u && id.x == 0xffffffffu) { word[0] = x; }
}
`;

/** Duration of a submit: stop() takes effect, and other work can run, between two submits. */
const SUBMIT_MS = 1;
/**
 * Most workgroups of a submit: on a page the clock may be too coarse to see that a submit takes
 * SUBMIT_MS, and the number would double for ever. Chosen, not measured.
 */
const MOST = 8192;

/**
 * Submits work of SUBMIT_MS to 4 * SUBMIT_MS: the number of workgroups is doubled or halved until
 * its time fits.
 */
function createSpinner(device: GPUDevice): { spin(): Promise<void>; destroy(): void } {
  const kernel: Kernel = { label: 'keep warm', code, entry: 'spin' };
  const word = storageBuffer(device, 'keep warm', 1);
  const { pipeline, group } = step(device, kernel, { 0: word }, 1);
  let workgroups = 1;
  return {
    async spin() {
      const start = performance.now();
      const encoder = device.createCommandEncoder({ label: 'keep warm' });
      const pass = encoder.beginComputePass({ label: 'keep warm' });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(workgroups);
      pass.end();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      const ms = performance.now() - start;
      if (ms < SUBMIT_MS) workgroups = Math.min(MOST, 2 * workgroups);
      else if (ms > 4 * SUBMIT_MS) workgroups = Math.max(1, workgroups >> 1);
    },
    destroy: () => word.destroy(),
  };
}

/**
 * Keeps the clock of a device up while a program waits for its next burst of work: pulses of work
 * at intervals, until `stop` or for `limitMs`. A GPU that idles for a second or two lowers its
 * clock, and needs about a second of work to raise it: the first burst then takes 3 to 5 times as
 * long.
 *
 * Pulses cost energy, and with the default a fifth of the device's time: work submitted during a
 * pulse takes up to twice as long. Call `stop` when a burst begins, and `keepWarm` again after it.
 *
 * @throws RangeError for times that are not above 0, and for an interval above 2^31 - 1.
 *
 * @example
 * let warm = keepWarm(device);
 * // when a burst of work begins
 * warm.stop();
 * device.queue.submit([encoder.finish()]);
 * await device.queue.onSubmittedWorkDone();
 * warm = keepWarm(device); // until the next one
 * console.log(warm.running); // true
 * warm.stop();
 */
export function keepWarm(device: GPUDevice, options: KeepWarmOptions = {}): KeepWarm {
  aDevice(device, 'device');
  checkOptions('keepWarm', options, KEEP_WARM_RULES);
  const { intervalMs = 1000, busyMs = 200, limitMs = 60_000 } = options;
  // a timer takes a longer wait for 1 ms
  if (intervalMs >= 2 ** 31) refuse('intervalMs', intervalMs, 'a number below 2^31');
  const spinner = createSpinner(device);
  const end = performance.now() + limitMs;
  let pulses = 0;
  let busy = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  let forget = (): void => {};
  const stop = (): void => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    forget();
    if (!busy) spinner.destroy();
  };
  const pulse = async (): Promise<void> => {
    if (performance.now() >= end) return stop();
    if (busy) return;
    busy = true;
    pulses++;
    const until = Math.min(end, performance.now() + busyMs);
    try {
      // two submits under way, so that the device never waits for the next one
      let before = spinner.spin();
      while (timer !== undefined && performance.now() < until) {
        const next = spinner.spin();
        // if `before` rejects, `next` is not awaited: its rejection must not be unhandled
        next.catch(() => undefined);
        await before;
        before = next;
      }
      await before;
    } catch {
      stop(); // the device is lost
    }
    busy = false;
    if (timer === undefined) spinner.destroy();
  };
  timer = setInterval(() => void pulse(), intervalMs);
  // in Node a timer alone does not keep a process running
  (timer as { unref?: () => void }).unref?.();
  forget = whenLost(device, stop);
  void pulse();
  return {
    get pulses() {
      return pulses;
    },
    get running() {
      return timer !== undefined;
    },
    stop,
  };
}
