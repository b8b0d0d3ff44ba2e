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
   * `run` without waiting for a report: notes are kept when `work` returns, undone if it throws.
   */
  runNow(work: () => void): void;
  /**
   * To be called by code that replaces a buffer. `undo` destroys the new buffer and brings back the
   * old one; `keep` destroys the old one, which `work` may read up to its end. Outside of `run` and
   * `runNow`, `keep` is called at once.
   */
  note(undo: () => void, keep?: () => void): void;
}

interface Note {
  undo(): void;
  keep?: (() => void) | undefined;
}

export function createAttempts(device: GPUDevice): Attempts {
  let failures = 0;
  /** The notes of the work that runs now. */
  let current: Note[] | undefined;

  function collect(notes: Note[], work: () => void): void {
    current = notes;
    try {
      work();
    } finally {
      current = undefined;
    }
  }

  function undoAll(notes: Note[]): void {
    failures++;
    for (const { undo } of notes.reverse()) undo();
  }

  function keepAll(notes: readonly Note[]): void {
    for (const { keep } of notes) keep?.();
  }

  return {
    get failures() {
      return failures;
    },
    async run(what, work) {
      const notes: Note[] = [];
      try {
        await guarded(device, what, () => collect(notes, work));
      } catch (error) {
        undoAll(notes);
        throw error;
      }
      keepAll(notes);
    },
    runNow(work) {
      const notes: Note[] = [];
      try {
        collect(notes, work);
      } catch (error) {
        undoAll(notes);
        throw error;
      }
      keepAll(notes);
    },
    note(undo, keep) {
      if (current) current.push({ undo, keep });
      else keep?.();
    },
  };
}
