// Memory of the searches that run at the same time. Both engines make workspaces here, before the
// first wave and when a wave has more queries.
import { allocate } from '@wayfield/gpu-core';
import { workspacesFor } from './engine.ts';

/** The buffers of all searches that an engine has under way at a time. */
export interface Workspaces<Name extends string> {
  /** Searches that there is memory for. */
  readonly made: number;
  readonly bytes: number;
  /** The buffers by name; undefined before the first `reserve`. */
  readonly buffers: Readonly<Record<Name, GPUBuffer>> | undefined;
  /** Makes workspaces for `queries` queries, at most `most`, where there are too few. */
  reserve(queries: number): Promise<void>;
  destroy(): void;
}

export interface WorkspaceOptions<Name extends string> {
  /** Most workspaces. */
  readonly most: number;
  /** Words of each buffer per workspace. */
  readonly words: Readonly<Record<Name, number>>;
  /** Called with new buffers, before they are used. */
  fill?(buffers: Readonly<Record<Name, GPUBuffer>>, count: number): Promise<void>;
}

/** No workspaces yet: `reserve` makes them. */
export function createWorkspaces<Name extends string>(
  device: GPUDevice,
  { most, words, fill }: WorkspaceOptions<Name>,
): Workspaces<Name> {
  const names = Object.keys(words) as Name[];
  let buffers: Record<Name, GPUBuffer> | undefined;
  let made = 0;
  let destroyed = false;
  const free = (): void => {
    if (buffers) for (const name of names) buffers[name].destroy();
    buffers = undefined;
    made = 0;
  };
  return {
    get made() {
      return made;
    },
    get bytes() {
      const given = buffers;
      return given ? names.reduce((sum, name) => sum + given[name].size, 0) : 0;
    },
    get buffers() {
      return buffers;
    },
    async reserve(queries) {
      const wanted = workspacesFor(queries, made, most);
      if (wanted <= made) return;
      free();
      const lengths = {} as Record<Name, number>;
      for (const name of names) lengths[name] = wanted * words[name];
      buffers = await allocate(device, 'search', lengths);
      try {
        await fill?.(buffers, wanted);
      } catch (error) {
        free();
        throw error;
      }
      if (destroyed) free();
      else made = wanted;
    },
    destroy() {
      destroyed = true;
      free();
    },
  };
}
