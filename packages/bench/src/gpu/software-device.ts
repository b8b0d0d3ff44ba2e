import { InputError } from '../run/problems/read-file.ts';
import { openGpu, type OpenDevice } from './device.ts';

/** The part of `@wayfield/testing` that is used here; that package is not published. */
interface Testing {
  testDevice(): Promise<GPUDevice>;
}

/**
 * The GPU of this machine. In a checkout without a GPU, the software driver of the tests, so that
 * all kernels can run. Throws InputError where there is neither.
 */
export const openGpuOrSoftware: OpenDevice = async () => {
  try {
    return await openGpu();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const testing = await loadTesting();
    if (testing === undefined) throw error;
    try {
      return await testing.testDevice();
    } catch (cause) {
      throw new InputError(`${error.message}; nor a software driver: ${(cause as Error).message}`, {
        cause,
      });
    }
  }
};

/** Loads `@wayfield/testing`, which is uncompiled TypeScript, by tsx, which a checkout has too. */
async function loadTesting(): Promise<Testing | undefined> {
  const loader = 'tsx/esm/api';
  try {
    const { tsImport } = (await import(loader)) as {
      tsImport(name: string, from: string): Promise<Testing>;
    };
    return await tsImport('@wayfield/testing/gpu', import.meta.url);
  } catch {
    return undefined;
  }
}
