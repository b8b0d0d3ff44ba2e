// In a thread of the pool: answers requests with the services on the shared network. worker.ts
// calls `answerRequests`.
import type { MessagePort } from 'node:worker_threads';
import { type Answer, createOsrmService, type OsrmOptions, refusal } from '../osrm/service.ts';
import { serviceOf } from '../osrm/request.ts';
import type { TableMatrix } from '../osrm/services/table.ts';
import { loadConditions } from './conditions.ts';
import {
  type Answered,
  type Asked,
  INTERNAL,
  type TableCosts,
  type TableQuestion,
  type ThreadStart,
} from './messages.ts';

/** Once this many milliseconds have passed, ready answers are sent, although requests are left. */
const SEND_AFTER = 1;

/**
 * Answers requests until the thread is ended. The first message, an empty list, says it is ready.
 */
export async function answerRequests(start: ThreadStart, port: MessagePort): Promise<void> {
  const { routing, options, tableCells } = start;
  const speedsAt = await speedsByDate(start);
  const service = createOsrmService(routing, { ...options, ...(speedsAt && { speedsAt }) });

  /** Called with the costs of the main thread. One callback is enough: a thread has one table. */
  let costsCame: ((costs: TableCosts) => void) | undefined;
  const matrix: TableMatrix | undefined =
    tableCells === undefined
      ? undefined
      : {
          cells: tableCells,
          async costs(sources, targets) {
            const question: TableQuestion = { sources, targets };
            port.postMessage(question);
            const { costs } = await new Promise<TableCosts>((resolve) => (costsCame = resolve));
            if (costs) return costs;
            throw new Error('the main thread has no costs');
          },
        };

  port.on('message', (asked: Asked | TableCosts) => {
    if ('costs' in asked) return costsCame?.(asked);
    const [id, target] = asked.length === 1 ? asked[0] : [];
    // a table is a long request: `takeBatch` gives it to a thread alone
    if (id !== undefined && matrix && serviceOf(target!) === 'table')
      void tableTo(id, target!, matrix);
    else answerAll(asked);
  });

  function answerAll(asked: Asked): void {
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
  }

  function answerTo(target: string): Answer {
    try {
      return service.answer(target);
    } catch (error) {
      return defect(error);
    }
  }

  async function tableTo(id: number, target: string, by: TableMatrix): Promise<void> {
    const answer = await service.answerWith(target, by).catch(defect);
    port.postMessage([[id, answer]] satisfies Answered);
  }

  port.postMessage([]);
}

/**
 * The speeds at a date, which replace those of slices. A live speed comes before the speed of a
 * conditional tag, but a road that a tag closes stays closed. Undefined: no request may have a
 * date, or slices alone decide.
 */
async function speedsByDate({
  routing,
  options,
  conditions,
  live,
}: ThreadStart): Promise<OsrmOptions['speedsAt']> {
  if (!conditions) return live && options.slices?.length ? () => live : undefined;
  const { speedsAt } = await loadConditions();
  return (when) => {
    const kmh = speedsAt(routing.network, when, conditions);
    live?.forEach((now, code) => {
      if (kmh[code] !== 0 && !Number.isNaN(now)) kmh[code] = now;
    });
    return kmh;
  };
}

function defect(error: unknown): Answer {
  const { message } = error as Error;
  return refusal(INTERNAL, `This request met a defect: ${message}`, 500);
}
