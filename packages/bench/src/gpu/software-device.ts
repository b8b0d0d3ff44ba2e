import { InputError } from '../problems/read-file.ts';
import { openGpu, type OpenDevice } from './device.ts';

/** What `@wayfield/testing` has for this: it is no package that is published. */
interface Testing {
  testDevice(): Promise<GPUDevice>;
}

/**
 * The GPU of this machine; where there is none and this is a checkout, the software driver of the tests, so that all
 * kernels run all the same. Throws InputError where there is neither.
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

/** It is TypeScript that is not compiled: loaded by tsx, which a checkout has as well. */
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
