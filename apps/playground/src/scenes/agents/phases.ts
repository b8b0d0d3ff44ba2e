// Measures the phases of the study's timers: Init ends when work is submitted, Run when results can
// be read, DeInit when they are in arrays of the caller.
import type { Pass } from './planner.ts';

export interface PhaseTimer {
  measure<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly pass: Pass }>;
}

/**
 * Replaces two methods of the device, and does not restore them. So the device must belong to the
 * timer alone, and the timer must be made before the first buffer.
 */
export function createPhaseTimer(device: GPUDevice): PhaseTimer {
  let phase: keyof Pass = 'init';
  let since = 0;
  let spent = { init: 0, run: 0, deInit: 0 };
  function enter(next: keyof Pass): void {
    const now = performance.now();
    spent[phase] += now - since;
    since = now;
    phase = next;
  }
  const submit = device.queue.submit.bind(device.queue);
  device.queue.submit = (commands) => {
    submit(commands);
    if (phase !== 'run') enter('run');
  };
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    const mapAsync = buffer.mapAsync.bind(buffer);
    buffer.mapAsync = async (...range) => {
      await mapAsync(...range);
      enter('deInit');
    };
    return buffer;
  };
  return {
    async measure(work) {
      spent = { init: 0, run: 0, deInit: 0 };
      phase = 'init';
      since = performance.now();
      const value = await work();
      enter('init');
      return { value, pass: spent };
    },
  };
}
