const modules = new Map();
/** Compiles an embedded binary once per process or page. */
export function compileKernels(base64) {
    let module = modules.get(base64);
    if (module === undefined) {
        const text = atob(base64);
        const bytes = new Uint8Array(text.length);
        for (let i = 0; i < text.length; i++)
            bytes[i] = text.charCodeAt(i);
        module = new WebAssembly.Module(bytes);
        modules.set(base64, module);
    }
    return module;
}
/**
 * One instance of the kernels on `memory`. `reallocate` moves a block of this instance's memory to a
 * larger place and returns its address.
 */
export function instantiateKernels(module, memory, reallocate) {
    const instance = new WebAssembly.Instance(module, { env: { memory, reallocate } });
    return instance.exports;
}
//# sourceMappingURL=instantiate.js.map