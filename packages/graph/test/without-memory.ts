/** Runs `task` while every allocation of `name` fails as it does when memory is short. */
export function withoutMemory(
  task: () => void,
  name: 'ArrayBuffer' | 'SharedArrayBuffer' = 'ArrayBuffer',
): void {
  const real = globalThis[name];
  const fake = function (): never {
    throw new RangeError('out of memory');
  };
  globalThis[name] = fake as never;
  try {
    task();
  } finally {
    globalThis[name] = real as never;
  }
}
