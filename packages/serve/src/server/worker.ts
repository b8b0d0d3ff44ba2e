// A thread of the pool: answers requests with the services on the shared network.
import { parentPort, workerData } from 'node:worker_threads';
import { type Answer, createOsrmService, refusal } from '../osrm/service.ts';
import { type Answered, type Asked, INTERNAL, type ThreadStart } from './messages.ts';

/** Milliseconds after which answers are sent although there is more to do. */
const SEND_AFTER = 1;

const port = parentPort!;
const { routing, options } = workerData as ThreadStart;
const service = createOsrmService(routing, options);

port.on('message', (asked: Asked) => {
  let ready: Answered[number][] = [];
  let sent = performance.now();
  for (const [id, target] of asked) {
    ready.push([id, answerTo(target)]);
    const now = performance.now();
    if (now - sent < SEND_AFTER) continue;
    port.postMessage(ready);
    ready = [];
    sent = now;
  }
  if (ready.length > 0) port.postMessage(ready);
});
port.postMessage([]);

function answerTo(target: string): Answer {
  try {
    return service.answer(target);
  } catch (error) {
    const { message } = error as Error;
    return refusal(INTERNAL, `This request met a defect: ${message}`, 500);
  }
}
