// What crowds, paths and jam density on the GPU show to each other, beyond their public calls.
import type { CrowdBuffers } from './state/buffers.ts';
import type { Dispatch } from './tick/kernels.ts';

/** What paths and jam density need of a crowd. */
export interface CrowdInsides {
  readonly buffers: CrowdBuffers;
  /** The walls on the device. `setWalls` destroys this buffer and makes another. */
  walls(): GPUBuffer;
  /** Throws after `destroy`. */
  check(): void;
  /** Writes what the host changed to the device. */
  bringUp(): void;
  /** Calls `hear` with each slot that the host changes, until the returned function is called. */
  touched(hear: (slot: number) => void): () => void;
}

/** What a crowd needs of the paths that its agents follow. */
export interface PathLead {
  /** The crowd that the paths were created for. */
  readonly crowd: object;
  /** Throws after `destroy`. */
  check(): void;
  /** Writes what has changed to the device; returns whether `dispatch` is another one now. */
  flush(): boolean;
  /** After a call that failed: the next `flush` makes again what may have found no memory. */
  renew(): void;
  /** The dispatch `followPaths`. */
  dispatch(): Dispatch;
  /** Runs `work` when no `update` of the paths is under way; later updates wait for it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** The state of all paths, after what was submitted to the device so far. */
  snapshot(): Promise<Uint8Array>;
  /** Restores a state of all paths. For other bytes, throws RangeError and changes nothing. */
  restore(bytes: Uint8Array): void;
}

const insides = new WeakMap<object, CrowdInsides>();
const leads = new WeakMap<object, PathLead>();

export function keepInsides<Crowd extends object>(crowd: Crowd, of: CrowdInsides): Crowd {
  insides.set(crowd, of);
  return crowd;
}

/** The insides of a crowd of `createGpuCrowd`; undefined for any other value. */
export function insidesOf(crowd: unknown): CrowdInsides | undefined {
  return insides.get(crowd as object);
}

export function keepLead<Paths extends object>(paths: Paths, lead: PathLead): Paths {
  leads.set(paths, lead);
  return paths;
}

/** The lead of paths of `createGpuPaths`; undefined for any other value. */
export function leadOf(paths: unknown): PathLead | undefined {
  return leads.get(paths as object);
}
