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

/** `program`: the module that the thread runs, which calls `weighLive`. */
export function createLiveThread(
  routing: RoutingNetwork,
  program: URL = new URL('./worker.js', import.meta.url),
): LiveThread {
  let thread: Thread | undefined;
  let isOpen = true;
  return {
    async networkAt(kmh) {
      if (!isOpen) throw new Error(CLOSED);
      if (!thread?.isAlive()) thread = openThread(program, { weighs: routing });
      const weighed = await thread.weigh(kmh);
      if ('refused' in weighed) throw new RangeError(weighed.refused);
      const { seconds, hierarchy } = weighed.weights;
      return { ...routing, graph: { ...routing.graph, weight: seconds }, seconds, hierarchy };
    },
    async end() {
      isOpen = false;
      await thread?.end();
    },
  };
}

interface Thread {
  /** False once the thread has failed or ended, by itself or by `end`. */
  isAlive(): boolean;
  /** Rejects if the thread fails or ends before its answer. */
  weigh(kmh: Float32Array): Promise<Weighed>;
  end(): Promise<void>;
}

/**
 * Starts a thread. Its listeners stay until it has ended: an error between two calls would end the
 * process if nothing listened, and a call to a thread that has ended would never be answered.
 */
function openThread(program: URL, start: LiveStart): Thread {
  const worker = new Worker(program, { workerData: start, execArgv: [] });
  let [isAlive, isEnding] = [true, false];
  let settle: { resolve(weighed: Weighed): void; reject(error: Error): void } | undefined;
  const lose = (error: Error): void => {
    isAlive = false;
    settle?.reject(error);
  };
  worker.on('message', (weighed: Weighed) => settle?.resolve(weighed));
  // an error of the thread may be a RangeError, which here would mean refused speeds
  worker.on('error', (cause) => lose(new Error(`a thread failed: ${cause.message}`, { cause })));
  worker.on('exit', () => lose(new Error(isEnding ? CLOSED : 'a thread ended without an answer')));
  return {
    isAlive: () => isAlive,
    weigh(kmh) {
      return new Promise((resolve, reject) => {
        settle = { resolve, reject };
        worker.postMessage(kmh);
      });
    },
    async end() {
      isEnding = true;
      await worker.terminate();
    },
  };
}

/**
 * In the thread: answers each message of speeds. Only a RangeError of `setLive` about its argument
 * `kmh` refuses speeds. Any other, such as that of an array for which memory lacks, ends the
 * thread.
 */
export function weighLive({ weighs }: LiveStart, port: MessagePort): void {
  const router = createTimedRouter(weighs);
  port.on('message', (kmh: Float32Array) => {
    try {
      router.setLive(kmh);
    } catch (error) {
      if (!(error instanceof RangeError && error.message.startsWith('kmh'))) throw error;
      port.postMessage({ refused: error.message } satisfies Weighed);
      return;
    }
    const { seconds, hierarchy } = router.network();
    port.postMessage({ weights: share({ seconds, hierarchy }) } satisfies Weighed);
  });
}
