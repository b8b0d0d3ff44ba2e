import { type Report, report } from './solve.ts';

/** What the test calls: the same report from this page and from a worker of its own. */
export interface Page {
  onPage(threads: number): Promise<Report>;
  /** With workers from a file of the page. */
  withOwnWorker(threads: number): Promise<Report>;
  inWorker(threads: number): Promise<Report>;
}

const page: Page = {
  onPage: (threads) => report(threads),
  withOwnWorker: (threads) => report(threads, true),
  inWorker: (threads) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<Report | { error: string }>) => {
        worker.terminate();
        if ('error' in data) reject(new Error(data.error));
        else resolve(data);
      };
      worker.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
      worker.postMessage(threads);
    }),
};
Object.assign(globalThis, { page });
