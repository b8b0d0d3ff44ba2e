import { callback } from '@wayfield/check';
import { type Arena, createArena } from './arena.ts';
import { createCrew, type Crew, type CrewOptions, crewOptions } from './crew.ts';
import { aHost, type SharedHost, type KernelHost, openKernelsOn } from './host.ts';
import { serveThread } from './threads.ts';

/** What the first message to a thread with kernels holds; a package adds its own fields. */
export interface KernelStart {
  readonly type: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Address of the word from which the blocks of this thread are listed: see `createArena`. */
  readonly ledger: number;
}

/** What every reply of `serveKernels` holds; a package adds its own fields. */
export interface KernelReply {
  /** 'ready': to the first message; 'done': to all others. */
  readonly type: 'ready' | 'done';
  /** Bytes that this thread holds in the shared memory. */
  readonly held: number;
  /** Milliseconds of work. */
  readonly ms: number;
}

/** A crew whose threads have instances of the same kernels on one shared memory. */
export interface KernelCrew<Message, Reply> extends Crew<Message, Reply> {
  /**
   * Bytes that all threads hold in the shared memory: the sum over their last replies. Replies to a
   * call that rejected do not count, nor does the first message of a thread that replaced another.
   */
  held(): number;
}

/** How a crew is started whose threads share the memory of kernels. */
export interface KernelCrewOptions<Message> extends Omit<CrewOptions<Message>, 'start'> {
  /** Makes the first message to thread number `thread` of `start` and the package's own fields. */
  start(start: KernelStart, thread: number): Message;
}

/**
 * Starts threads on the memory of a host that was opened with `shared`. Rejects as `createCrew`
 * does, and with RangeError where the memory has no room for the ledgers. If the memory of the host
 * is not shared, it cannot be posted to a thread: then it rejects with `NoThreads`.
 *
 * @example
 * const host = openKernels<Kernels>(KERNELS_BASE64, { shared: true });
 * const crew = await createKernelCrew<Start | Work, KernelReply>(host, {
 *   threads: 2,
 *   source: WORKER_SOURCE, // calls serveKernels
 *   start: (start) => ({ ...start, layout }),
 *   stop: () => Atomics.store(control, 0, 1),
 * });
 * console.log(crew.threads, crew.held()); // 2 0
 * await crew.terminate();
 */
export async function createKernelCrew<Message, Reply extends { readonly held: number }>(
  host: SharedHost,
  options: KernelCrewOptions<Message>,
): Promise<KernelCrew<Message, Reply>> {
  aHost(host, 'host');
  crewOptions(options, 'options');
  const { module, arena, blocks } = host;
  const { memory } = arena;
  const ledgers = blocks.allocate(4 * options.threads);
  const crew = await createCrew<Message, Reply>({
    ...options,
    start: (thread) =>
      options.start({ type: 'start', module, memory, ledger: ledgers + 4 * thread }, thread),
  });
  const held = crew.started.map((reply) => reply.held);
  const counted = async (told: Promise<Reply[]>): Promise<Reply[]> => {
    const replies = await told;
    replies.forEach((reply, i) => (held[i] = reply.held));
    return replies;
  };
  return {
    ...crew,
    tellAll: (what, message) => counted(crew.tellAll(what, message)),
    tell: (what, message, first) => counted(crew.tell(what, message, first)),
    held: () => held.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/**
 * For the script of a thread. At the first message it opens the module on an arena, whose ledger
 * lists the blocks of the thread that this one replaces, and calls `open`. The function that `open`
 * returns does the work of every later message; the fields of its result are added to the reply.
 *
 * @example
 * serveKernels<Kernels, Start, Work, { sum: number }>((host, start) => {
 *   const { n } = start.layout;
 *   return (work) => ({ sum: host.kernels.add(n, work.n) });
 * });
 */
export function serveKernels<Kernels, Start extends KernelStart, Work, Result extends object>(
  open: (host: KernelHost<Kernels>, start: Start) => (work: Work) => Result,
): void {
  callback(open, 'open');
  let host: KernelHost<Kernels> | undefined;
  let work: ((message: Work) => Result) | undefined;
  serveThread<Start | Work, KernelReply | (KernelReply & Result)>((message) => {
    const begun = performance.now();
    const time = (): number => performance.now() - begun;
    if (host === undefined || work === undefined) {
      const { module, memory, ledger } = message as Start;
      const arena: Arena = createArena(memory, ledger);
      host = openKernelsOn<Kernels>(module, arena);
      work = open(host, message as Start);
      return { type: 'ready', held: host.blocks.held(), ms: time() };
    }
    const result = work(message as Work);
    return { type: 'done', held: host.blocks.held(), ms: time(), ...result };
  });
}
