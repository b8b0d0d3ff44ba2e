import type { About } from '../../src/server/about.ts';

/** To the worker: a map to read, then requests. */
export type ToWorker =
  | { readonly kind: 'open'; readonly file: File }
  | { readonly kind: 'ask'; readonly id: number; readonly target: string };

/** From the worker: how far reading is, that the services answer, and answers. */
export type FromWorker =
  | { readonly kind: 'progress'; readonly what: string }
  | { readonly kind: 'ready'; readonly about: About }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly body: string | ArrayBuffer };
