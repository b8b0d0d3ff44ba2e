// The GPU of this machine, for matrices and tables. Its packages are loaded when it is asked for.
import type { RoutingNetwork } from '@wayfield/routing';
import type { TableSolver } from '@wayfield/routing/matrix';
import { InputError, reasonOf } from './input-error.ts';

/** Opens a device, which the command destroys. */
export type OpenGpu = () => Promise<GPUDevice>;

/** A solver of tables on a GPU. */
export interface TableGpu {
  readonly solver: TableSolver;
  destroy(): void;
}

const PACKAGES = 'npm install @wayfield/gpu webgpu';

/** The GPU that Dawn sees first; no software driver, which is slower than a thread. */
export async function openFirstGpu(): Promise<GPUDevice> {
  const { requestDevice } = await import('@wayfield/gpu/node').catch((cause: unknown) => {
    throw new InputError(`--gpu needs more packages: ${PACKAGES}`, { cause });
  });
  try {
    return await requestDevice({ label: 'wayfield' });
  } catch (cause) {
    const reason = reasonOf(cause);
    const missing = /install the package 'webgpu'/.test(reason);
    throw new InputError(missing ? `--gpu needs more packages: ${PACKAGES}` : `--gpu: ${reason}`, {
      cause,
    });
  }
}

/** Puts the hierarchy of a network on a GPU. Throws InputError where there is none. */
export async function openTableGpu(routing: RoutingNetwork, open: OpenGpu): Promise<TableGpu> {
  const device = await open();
  try {
    const { createGpuHierarchySolver } = await import('@wayfield/gpu/hierarchy');
    const solver = await createGpuHierarchySolver(device, routing.hierarchy);
    return {
      solver,
      destroy() {
        solver.destroy();
        device.destroy();
      },
    };
  } catch (cause) {
    device.destroy();
    throw new InputError(`--gpu: the network cannot be put there: ${reasonOf(cause)}`, { cause });
  }
}
