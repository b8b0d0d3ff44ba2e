// The worker of the page, without a browser.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FromWorker, ToWorker } from '../page/src/messages.ts';

interface WorkerScope {
  onmessage: ((event: { readonly data: ToWorker }) => Promise<void>) | null;
  postMessage(message: FromWorker): void;
}

const test = suite('map worker');

test('answers a request at which a service throws', async () => {
  const scope = globalThis as unknown as WorkerScope;
  const told: FromWorker[] = [];
  scope.onmessage = null;
  scope.postMessage = (message) => told.push(message);
  await import('../page/src/map-worker.ts');
  // no map was opened: there is no service
  await scope.onmessage!({ data: { kind: 'ask', id: 7, target: '/nearest/v1/car/13.4,52.5' } });
  const [answer] = told;
  assert.ok(answer.kind === 'answer' && answer.id === 7);
  assert.is(JSON.parse(answer.body as string).code, 'InternalError');
});

test.run();
