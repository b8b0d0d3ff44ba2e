// The program of all threads of a server.
import { parentPort, workerData } from 'node:worker_threads';
import { answerRequests } from './answer-requests.ts';
import { type LiveStart, weighLive } from './live-thread.ts';
import type { ThreadStart } from './messages.ts';

const start = workerData as ThreadStart | LiveStart;
if ('weighs' in start) weighLive(start, parentPort!);
else await answerRequests(start, parentPort!);
