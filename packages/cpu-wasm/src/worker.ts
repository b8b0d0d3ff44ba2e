// One thread of a pool: a searcher with scratch memory of its own on the shared memory of the map.
// Runs as a web worker and as a Node worker thread.

import { FOUND, NEAREST } from '@wayfield/graph';
import { type Blocks, createArena, serveThread } from '@wayfield/wasm';
import { controlWords, DONE, NEXT, type PoolJob, STOP } from './pool-job.ts';
import { createSearcher, type MapLayout, type Searcher } from './searcher.ts';
import type { Algorithm, Heuristic } from './types.ts';

export interface StartMessage {
  readonly type: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly layout: MapLayout;
  readonly algorithm: Algorithm;
  readonly heuristic: Heuristic;
  readonly landmarks: number;
}

export interface RunMessage {
  readonly type: 'run';
  readonly layout: MapLayout;
  readonly job: PoolJob;
}

export interface WorkerReply {
  readonly type: 'ready' | 'done';
  /** Bytes of scratch memory of this thread. */
  readonly held: number;
  readonly misled: boolean;
}

/** Bytes of a block of path nodes; a longer path gets a block of its own. */
const SEGMENT = 1 << 20;

function createServer(): (message: StartMessage | RunMessage) => WorkerReply {
  let arena: ReturnType<typeof createArena>;
  let searcher: Searcher;
  let paths: Segments;
  return (message) => {
    if (message.type === 'start') {
      const { module, memory, layout, algorithm, heuristic, landmarks } = message;
      arena = createArena(memory);
      searcher = createSearcher(module, arena, layout, algorithm, heuristic, landmarks);
      paths = createSegments(searcher.blocks);
    } else {
      searcher.bind(message.layout);
      answer(message.job);
    }
    return {
      type: message.type === 'start' ? 'ready' : 'done',
      held: searcher.blocks.held(),
      misled: searcher.labelsMislead(),
    };
  };

  function answer(job: PoolJob): void {
    const control = controlWords(arena, job);
    paths.restart();
    for (;;) {
      if (Atomics.load(control, STOP) !== 0) return;
      const i = Atomics.add(control, NEXT, 1);
      if (i >= job.count) return;
      const source = arena.words()[job.source / 4 + i];
      const target = arena.words()[job.target / 4 + i];
      const size = arena.bytes()[job.size + i];
      const status = searcher.search(source, target, size, job.nearest, job.maxSettled);
      const found = status === FOUND || status === NEAREST;
      const length = found && !job.costOnly ? searcher.pathLength() : 0;
      const at = length > 0 ? paths.reserve(length * 4) : 0;
      if (length > 0) {
        arena.bytes().copyWithin(at, searcher.path(), searcher.path() + length * 4);
      }
      arena.floats()[job.cost / 4 + i] = found ? searcher.cost() : Infinity;
      const words = arena.words();
      words[job.settled / 4 + i] = searcher.settled();
      words[job.pathAt / 4 + i] = at;
      words[job.pathLength / 4 + i] = length;
      arena.bytes()[job.status + i] = status;
      Atomics.add(control, DONE, 1);
    }
  }
}

interface Segments {
  /** Forgets all paths; their memory is used again. */
  restart(): void;
  /** The address of `bytes` free bytes. */
  reserve(bytes: number): number;
}

function createSegments(blocks: Blocks): Segments {
  const kept: number[] = [];
  const single: number[] = [];
  let current = 0;
  let used = SEGMENT;
  return {
    restart() {
      single.forEach(blocks.free);
      single.length = 0;
      current = 0;
      used = SEGMENT;
    },
    reserve(bytes) {
      if (bytes > SEGMENT) {
        single.push(blocks.allocate(bytes));
        return single[single.length - 1];
      }
      if (used + bytes > SEGMENT) {
        if (current === kept.length) kept.push(blocks.allocate(SEGMENT));
        current++;
        used = 0;
      }
      used += bytes;
      return kept[current - 1] + used - bytes;
    },
  };
}

serveThread(createServer());
