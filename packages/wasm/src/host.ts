import { flag, object, optional, refuse, rule, type Rule } from '@wayfield/check';
import {
  aBlocks,
  type Arena,
  anArena,
  type Blocks,
  createArena,
  createBlocks,
  createMemory,
} from './arena.ts';
import { aModule, base64Text, compileKernels, instantiateKernels } from './kernels.ts';

/** One instance of kernels on a memory: what every solver, searcher and worker works with. */
export interface KernelHost<Kernels> {
  readonly module: WebAssembly.Module;
  readonly arena: Arena;
  /** The blocks of this instance: `put` and the `reallocate` of its kernels allocate in them. */
  readonly blocks: Blocks;
  readonly kernels: Kernels;
  /**
   * Copies an array into a block of its own and returns the block's address. The array may be a
   * view of the memory itself; memory that grows detaches such a view, and a detached one is a
   * TypeError.
   */
  put(array: TypedArray): number;
}

/** The part of a host that `createKernelCrew` needs, for threads with kernels on its memory. */
export type SharedHost = Pick<KernelHost<unknown>, 'module' | 'arena' | 'blocks'>;

/** The classes of arrays that are put into the memory of kernels. */
export type TypedArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Where kernels are opened. */
export interface KernelPlace {
  /** Open them on a new memory that threads can share. Default false. */
  readonly shared?: boolean | undefined;
  /** Open them on the memory of this arena instead of a new one. */
  readonly arena?: Arena | undefined;
}

const kernelPlace: Rule = /* @__PURE__ */ object({
  shared: /* @__PURE__ */ optional(flag),
  arena: /* @__PURE__ */ optional(anArena),
});
/** The fields of `SharedHost`. */
export const aHost: Rule = /* @__PURE__ */ object(
  { module: aModule, arena: anArena, blocks: aBlocks },
  'a KernelHost',
);
const anArray: Rule = /* @__PURE__ */ rule('a typed array', (value) => ArrayBuffer.isView(value));

/**
 * Opens kernels: compiles them unless `code` is a module, makes a memory unless `place` has an
 * arena, and instantiates them with blocks of their own. Throws RangeError when memory ends.
 *
 * @example
 * // kernels.gen.ts, made by build-kernels.mjs, exports both
 * const { kernels, put, blocks } = openKernels<Kernels>(KERNELS_BASE64);
 * console.log(kernels.add(2, 3)); // 5
 * put(Float32Array.of(3, 1, 2)); // an address for kernels that take arrays
 * blocks.freeAll();
 */
export function openKernels<Kernels>(
  code: string | WebAssembly.Module,
  place: KernelPlace = {},
): KernelHost<Kernels> {
  (typeof code === 'string' ? base64Text : aModule)(code, 'code');
  kernelPlace(place, 'place');
  if (place.arena !== undefined && place.shared === true) {
    refuse('place.shared', true, 'nothing beside an arena, whose memory is given');
  }
  const module = typeof code === 'string' ? compileKernels(code) : code;
  const arena = place.arena ?? createArena(createMemory(place.shared === true));
  return openKernelsOn(module, arena);
}

/** `openKernels` on a module and an arena that exist: all that the script of a thread needs. */
export function openKernelsOn<Kernels>(
  module: WebAssembly.Module,
  arena: Arena,
): KernelHost<Kernels> {
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<Kernels>(module, arena.memory, blocks.reallocate);
  return {
    module,
    arena,
    blocks,
    kernels,
    put(array) {
      anArray(array, 'array');
      const { byteOffset, byteLength } = array;
      // throws for a detached array, before a block is taken
      const given = new Uint8Array(array.buffer, byteOffset, byteLength);
      const address = blocks.allocate(byteLength);
      const bytes = arena.bytes();
      // memory that has grown has detached views of itself
      if (given.length < byteLength) bytes.copyWithin(address, byteOffset, byteOffset + byteLength);
      else bytes.set(given, address);
      return address;
    },
  };
}
