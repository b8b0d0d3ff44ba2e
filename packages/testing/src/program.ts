// Runs command-line programs in the process of a test.
import * as assert from 'uvu/assert';
import { sharedDevice } from './gpu.ts';

/** What a program printed and returned. */
export interface ProgramRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Lines of `out`, without empty ones at its end. */
  readonly lines: readonly string[];
}

/** Where a program writes its results and its progress. */
export interface ProgramStreams {
  readonly out: { write(text: string): unknown };
  readonly progress: { write(text: string): unknown };
}

/** Runs a program in this process, which is faster than a process of its own. */
export async function captureRun(
  program: (streams: ProgramStreams) => Promise<number>,
): Promise<ProgramRun> {
  let out = '';
  let err = '';
  const code = await program({
    out: { write: (text) => (out += text) },
    progress: { write: (text) => (err += text) },
  });
  return { code, out, err, lines: out.trimEnd().split('\n') };
}

/**
 * Runs a program on the device that all tests share, so that kernels are compiled once for all of
 * them. Fails unless the program destroys each device that it opens exactly once.
 */
export async function runOnSharedDevice(
  program: (openDevice: () => Promise<GPUDevice>) => Promise<ProgramRun>,
): Promise<ProgramRun> {
  const device = await sharedDevice();
  const patched = [device, device.queue].map((object) => ({ object, own: Object.keys(object) }));
  let opened = 0;
  let destroyed = 0;
  device.destroy = () => void destroyed++;
  try {
    const run = await program(async () => {
      opened++;
      return device;
    });
    assert.is(destroyed, opened, 'devices that were opened are destroyed');
    return run;
  } finally {
    // programs that measure replace methods of the device and do not restore them
    for (const { object, own } of patched) {
      for (const name of Object.keys(object)) {
        if (!own.includes(name)) Reflect.deleteProperty(object, name);
      }
    }
  }
}
