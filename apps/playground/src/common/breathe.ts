/**
 * Resolves in another task, so that the page can do urgent work between.
 */
export function breathe(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resume();
    };
    port2.postMessage(undefined);
  });
}
