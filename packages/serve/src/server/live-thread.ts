// A thread that computes the weights of the network at live speeds: `createLiveThread` for the main
// thread, and `weighLive`, which worker.ts calls in the thread.
import { type MessagePort, Worker } from 'node:worker_threads';
import { createTimedRouter } from '@wayfield/routing/departures';
import type { RoutingNetwork } from '@wayfield/routing';
import { share } from './share.ts';

/** The `workerData` of the thread. */
export interface LiveStart {
  readonly weighs: RoutingNetwork;
}

/** The parts of a network that depend on the speeds of its roads. */
type Weights = Pick<RoutingNetwork, 'seconds' | 'hierarchy'>;
type Weighed = { readonly weights: Weights } | { readonly refused: string };

/** Makes networks at live speeds; the thread starts with the first call of `networkAt`. */
export interface LiveThread {
  /**
   * Rejects with RangeError for invalid speeds, and with Error if the thread fails or was ended.
   * One call at a time: `setLive` of server.ts waits for the call before.
   */
  networkAt(kmh: Float32Array): Promise<RoutingNetwork>;
  /** Ends the thread for good; a call under way rejects. */
  end(): Promise<void>;
}

const CLOSED = 'the server was closed';

export function createLiveThread(routing: RoutingNetwork): LiveThread {
  let worker: Worker | undefined;
  let isOpen = true;
  return {
    async networkAt(kmh) {
      if (!isOpen) throw new Error(CLOSED);
      const start: LiveStart = { weighs: routing };
      const url = new URL('./worker.js', import.meta.url);
      worker ??= new Worker(url, { workerData: start, execArgv: [] });
      const made = worker;
      const weighed = await new Promise<Weighed>((resolve, reject) => {
        const over = (): void => reject(new Error(CLOSED));
        const settle =
          <T>(then: (value: T) => void) =>
          (value: T): void => {
            made.off('exit', over);
            made.removeAllListeners('message').removeAllListeners('error');
            then(value);
          };
        made.once('exit', over);
        made.once('message', settle(resolve));
        made.once(
          'error',
          settle((error: Error) => {
            worker = undefined;
            reject(error);
          }),
        );
        made.postMessage(kmh);
      });
      if ('refused' in weighed) throw new RangeError(weighed.refused);
      const { seconds, hierarchy } = weighed.weights;
      return { ...routing, graph: { ...routing.graph, weight: seconds }, seconds, hierarchy };
    },
    async end() {
      isOpen = false;
      await worker?.terminate();
    },
  };
}

/** In the thread: answers each message of speeds. An error that is no RangeError ends it. */
export function weighLive({ weighs }: LiveStart, port: MessagePort): void {
  const router = createTimedRouter(weighs);
  port.on('message', (kmh: Float32Array) => {
    try {
      router.setLive(kmh);
      const { seconds, hierarchy } = router.network();
      port.postMessage({ weights: share({ seconds, hierarchy }) } satisfies Weighed);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      port.postMessage({ refused: error.message } satisfies Weighed);
    }
  });
}
