import { sharedDevice } from '@wayfield/testing/gpu';

/** The device of all tests of this package. */
export const device: GPUDevice = await sharedDevice();
