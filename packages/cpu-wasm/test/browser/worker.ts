import { report } from './solve.ts';

const scope = globalThis as unknown as {
  onmessage: (event: { data: number }) => void;
  postMessage(message: unknown): void;
};
scope.onmessage = async ({ data: threads }) => {
  try {
    scope.postMessage(await report(threads));
  } catch (error) {
    scope.postMessage({ error: String(error) });
  }
};
