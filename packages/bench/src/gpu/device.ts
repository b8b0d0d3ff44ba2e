import { isSoftwareAdapter } from '@wayfield/gpu-core';
import { requestDevice } from '@wayfield/gpu-core/node';
import { InputError } from '../run/problems/read-file.ts';

/** A Dawn option for exact timestamps, which browsers round against fingerprinting. */
const EXACT = 'disable-dawn-features=timestamp_quantization';

/** Opens the device of a command, which destroys it; tests give their own. */
export type OpenDevice = () => Promise<GPUDevice>;

/** The GPU of this machine. Throws InputError where there is none, or no `webgpu` to reach it. */
export async function openGpu(request: typeof requestDevice = requestDevice): Promise<GPUDevice> {
  try {
    return await request({ dawn: [EXACT] });
  } catch (cause) {
    throw new InputError(`no GPU to run on: ${(cause as Error).message}`, { cause });
  }
}

/** The device in a line: vendor, architecture, name, and whether it is a software driver. */
export function describeDevice(of: GPUDevice): string {
  const { vendor, architecture, device, description } = of.adapterInfo;
  const names = [vendor, architecture, device, description].filter(Boolean).join(', ');
  const notes = [
    isSoftwareAdapter(of) ? 'a software driver: its times say nothing about GPUs' : '',
    of.features.has('timestamp-query') ? '' : 'no timestamp queries: device times are missing',
  ].filter(Boolean);
  return [names || 'a GPU without a name', ...notes].join('; ');
}
