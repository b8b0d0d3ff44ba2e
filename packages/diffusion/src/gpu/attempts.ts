// Work on the device that may fail after it has replaced buffers: WebGPU reports memory that ran
// out only later. Such work is: bringing changes to the device (calls.ts), making buffers for marks
// (pursuers/pursuers.ts), and writing the work of a `solve` (distance/engine.ts).
import { guarded } from '@wayfield/gpu-core';

export interface Attempts {
  /**
   * How many attempts failed. A failed attempt may have destroyed buffers that steps are bound to,
   * so users of buffers bind them again when this number has grown.
   */
  readonly failures: number;
  /**
   * Runs `work` by `guarded`. If that rejects, every note of `work` is undone, the last note first.
   * Else every note is kept.
   */
  run(what: string, work: () => void): Promise<void>;
  /**
   * To be called by code that replaces a buffer. `undo` destroys the new buffer and brings back the
   * old one; `keep` destroys the old one. Outside of `run`, `keep` is called at once.
   */
  note(undo: () => void, keep?: () => void): void;
}

export function createAttempts(device: GPUDevice): Attempts {
  let failures = 0;
  /** The notes of the work that runs now. */
  let current: { undo(): void; keep?: (() => void) | undefined }[] | undefined;
  return {
    get failures() {
      return failures;
    },
    async run(what, work) {
      const notes: NonNullable<typeof current> = [];
      try {
        await guarded(device, what, () => {
          current = notes;
          try {
            work();
          } finally {
            current = undefined;
          }
        });
      } catch (error) {
        failures++;
        for (const { undo } of notes.reverse()) undo();
        throw error;
      }
      for (const { keep } of notes) keep?.();
    },
    note(undo, keep) {
      if (current) current.push({ undo, keep });
      else keep?.();
    },
  };
}
