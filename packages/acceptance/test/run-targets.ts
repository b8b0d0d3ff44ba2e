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
