// Controls that several scenes have.
import type { Choice, Range } from '../common/settings.ts';
import type { SceneHost } from './scene.ts';

/** What the pointer does: move the camera, or paint one of these grounds. */
export const paintTool = (
  grounds: readonly (readonly [value: string, label: string])[],
  hint?: string,
): Choice => ({
  kind: 'choice',
  name: 'tool',
  label: 'Pointer',
  value: 'move',
  inline: true,
  options: [['move', 'Move'], ...grounds],
  ...(hint !== undefined && { hint }),
});

export const brushOf = (value: number): Range => ({
  kind: 'range',
  name: 'brush',
  label: 'Brush',
  value,
  min: 1,
  max: 20,
  step: 1,
  unit: 'cells',
});

/** The shape of made-up maps. On a page that is higher than wide, the default is tall. */
export const SHAPE: Choice = {
  kind: 'choice',
  name: 'shape',
  label: 'Shape',
  value: 'wide',
  inline: true,
  options: [
    ['wide', 'Wide'],
    ['tall', 'Tall'],
  ],
  again: true,
};

export const SOLVER: Choice = {
  kind: 'choice',
  name: 'solver',
  label: 'Solver',
  value: 'auto',
  options: [
    ['auto', 'Automatic'],
    ['gpu', 'WebGPU'],
    ['wasm', 'WebAssembly'],
  ],
  needs: { gpu: 'device' },
  again: true,
  keepsWork: true,
};

/**
 * Whether the GPU solves, by the control `SOLVER`. 'automatic' takes only a GPU that is not
 * software. Adds a notice if WebGPU was asked for and is missing.
 */
export function wantsGpu(host: SceneHost): host is SceneHost & { readonly device: GPUDevice } {
  const wanted = host.settings['solver'];
  if (host.device) return wanted === 'gpu' || (wanted === 'auto' && !host.softwareDevice);
  if (wanted === 'gpu') {
    host.notice({
      kind: 'warning',
      text: host.softwareDevice
        ? 'WebGPU is only a program on this machine, and slower than WebAssembly, which does ' +
          'the work instead.'
        : 'There is no WebGPU in this browser, or it is turned off. WebAssembly does the work ' +
          'instead.',
    });
  }
  return false;
}

export const THREADS: Choice = {
  kind: 'choice',
  name: 'threads',
  label: 'Threads',
  value: 'auto',
  options: [['auto', 'Automatic'], ...['1', '2', '4', '8', '16'].map((n) => [n, n] as const)],
  hint: 'Of WebAssembly.',
  again: true,
  keepsWork: true,
};
