import { aMemory } from './arena.ts';
import { callback, rule, type Rule } from '@wayfield/check';

export const base64Text: Rule = /* @__PURE__ */ rule<string>(
  'base64',
  (value) => typeof value === 'string',
  (value) => value.length > 0 && value.length % 4 === 0 && /^[\w+/]+=*$/.test(value),
);

export const aModule: Rule = /* @__PURE__ */ rule(
  'a WebAssembly.Module',
  (value) => Object.prototype.toString.call(value) === '[object WebAssembly.Module]',
);

const modules = new Map<string, WebAssembly.Module>();

/** Compiles an embedded binary once per process or page. */
export function compileKernels(base64: string): WebAssembly.Module {
  let module = modules.get(base64);
  if (module === undefined) {
    base64Text(base64, 'base64');
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    module = new WebAssembly.Module(bytes);
    modules.set(base64, module);
  }
  return module;
}

/**
 * One instance of a module on `memory`, its exports typed by the caller. `reallocate` moves a block
 * of this instance's memory to a larger place and returns its address.
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
