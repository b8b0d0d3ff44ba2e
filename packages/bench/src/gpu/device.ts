import { requestDevice } from '@wayfield/gpu/node';
import { InputError } from '../problems/read-file.ts';

/** Exact timestamps instead of ones rounded against fingerprinting. */
const EXACT = 'disable-dawn-features=timestamp_quantization';

/** Where the commands get their device from; tests give their own. The commands destroy it. */
export type OpenDevice = () => Promise<GPUDevice>;

/** The GPU of this machine. Throws InputError where there is none, or no `webgpu` to reach it. */
export async function openGpu(request: typeof requestDevice = requestDevice): Promise<GPUDevice> {
  try {
    return await request({ dawn: [EXACT] });
  } catch (cause) {
    throw new InputError(`no GPU to run on: ${(cause as Error).message}`, { cause });
  }
}

/** The device in a line: vendor, architecture, name; whether it is a program instead of a GPU. */
export function describeDevice({ adapterInfo, features }: GPUDevice): string {
  const { vendor, architecture, device, description } = adapterInfo;
  const names = [vendor, architecture, device, description].filter(Boolean).join(', ');
  const notes = [
    isSoftware(adapterInfo) ? 'a software driver: its times say nothing about GPUs' : '',
    features.has('timestamp-query') ? '' : 'no timestamp queries: device times are missing',
  ].filter(Boolean);
  return [names || 'a GPU without a name', ...notes].join('; ');
}

/** Whether a device is a program and no GPU. */
export function isSoftware({ isFallbackAdapter, architecture }: GPUAdapterInfo): boolean {
  return isFallbackAdapter || architecture === 'swiftshader';
}
