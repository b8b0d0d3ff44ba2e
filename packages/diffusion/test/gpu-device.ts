import { testDevice } from '@wayfield/testing/gpu';

/** One device for all tests of a file: WebGPU is torn down with the process. */
export const device: GPUDevice = await testDevice();
