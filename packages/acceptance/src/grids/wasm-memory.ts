/** Counts the bytes of every WebAssembly memory made while it watches. */
export interface MemoryWatch {
  /** Current bytes of these memories. */
  bytes(): number;
  stop(): void;
}

/** Starts to watch `new WebAssembly.Memory`, which tells what a library really allocates. */
export function watchWasmMemory(): MemoryWatch {
  const { Memory } = WebAssembly;
  const made: WebAssembly.Memory[] = [];
  WebAssembly.Memory = new Proxy(Memory, {
    construct(target, args: [WebAssembly.MemoryDescriptor]) {
      const memory = new target(...args);
      made.push(memory);
      return memory;
    },
  });
  return {
    bytes: () => made.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
    stop() {
      WebAssembly.Memory = Memory;
    },
  };
}
