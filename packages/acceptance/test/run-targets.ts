import { captureRun, type ProgramRun, runOnSharedDevice } from '@wayfield/testing/program';
import type { OpenDevice } from '@wayfield/bench/internal/gpu/device';
import { main } from '../src/main.ts';

/** Runs the program of targets in this process. */
export function runHere(args: readonly string[], openDevice?: OpenDevice): Promise<ProgramRun> {
  return captureRun((streams) => main(args, streams, openDevice));
}

/** Runs the program of targets on the device that all tests share. */
export function runOnGpu(args: readonly string[]): Promise<ProgramRun> {
  return runOnSharedDevice((openDevice) => runHere(args, openDevice));
}

/** As `runOnGpu`, on a device that seems to have no timestamp queries until the run ends. */
export function runWithoutTimestamps(args: readonly string[]): Promise<ProgramRun> {
  return runOnSharedDevice(async (openDevice) => {
    let restore = (): void => {};
    try {
      return await runHere(args, async () => {
        const device = await openDevice();
        // an own property of Dawn's devices, which the next program of this process would see
        const own = Object.getOwnPropertyDescriptor(device, 'features')!;
        restore = () => void Object.defineProperty(device, 'features', own);
        const value = new Set(device.features);
        value.delete('timestamp-query');
        return Object.defineProperty(device, 'features', { ...own, value });
      });
    } finally {
      restore();
    }
  });
}
