import { aMemory } from './arena.ts';
import { callback, refuse, rule, type Rule } from '@wayfield/check';

/**
 * Text of whole groups of four letters. The letters themselves are checked by `bytesOf`, which
 * decodes them: a regular expression takes 3 ms for 36 kB at its first use.
 */
export const base64Text: Rule = /* @__PURE__ */ rule<string>(
  'base64',
  (value) => typeof value === 'string',
  (value) => value.length > 0 && value.length % 4 === 0,
);

export const aModule: Rule = /* @__PURE__ */ rule(
  'a WebAssembly.Module',
  (value) => Object.prototype.toString.call(value) === '[object WebAssembly.Module]',
);

const modules = new Map<string, WebAssembly.Module>();

/**
 * Compiles a binary, given as base64, once per process or page. Throws RangeError for text that is
 * not base64, and WebAssembly.CompileError where its bytes are no module.
 */
export function compileKernels(base64: string): WebAssembly.Module {
  let module = modules.get(base64);
  if (module === undefined) {
    base64Text(base64, 'base64');
    module = new WebAssembly.Module(bytesOf(base64));
    modules.set(base64, module);
  }
  return module;
}

/**
 * `Buffer` of Node, which decodes base64 faster than `atob`. It skips letters that are not base64.
 */
interface Decoder {
  from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer>;
}

/** Decodes a whole number of groups of four letters. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const { Buffer: decoder } = globalThis as { Buffer?: Decoder };
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const length = (base64.length / 4) * 3 - padding;
  if (decoder !== undefined) {
    const bytes = decoder.from(base64, 'base64');
    // fewer bytes: letters were skipped
    if (bytes.length === length) return bytes;
    refuse('base64', base64, 'base64');
  }
  let text = '';
  try {
    text = atob(base64);
  } catch {
    refuse('base64', base64, 'base64');
  }
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/**
 * One instance of a module on `memory`, its exports typed by the caller. `reallocate` allocates,
 * moves and frees blocks for the kernels: see `Blocks`.
 */
export function instantiateKernels<Kernels>(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  reallocate: (address: number, oldBytes: number, newBytes: number) => number,
): Kernels {
  aModule(module, 'module');
  aMemory(memory, 'memory');
  callback(reallocate, 'reallocate');
  const instance = new WebAssembly.Instance(module, { env: { memory, reallocate } });
  return instance.exports as unknown as Kernels;
}
