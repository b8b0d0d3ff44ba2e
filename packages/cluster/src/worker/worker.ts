import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname, totalmem } from 'node:os';
import {
  callback,
  checkOptions,
  either,
  flag,
  listOf,
  number,
  object,
  oneOf,
  optional,
  text,
  whole,
} from '@wayfield/check';
import { connect, type Database, LONGEST_WAIT_MS } from '../database/connect.ts';
import { CHANNEL, install } from '../database/schema.ts';
import type { KindHead } from '../kinds/built-in.ts';
import { loadKinds } from '../kinds/load.ts';
import { reasonOf } from '../limits.ts';
import type { Store } from '../types.ts';
import { VERSION } from '../version.ts';
import { chunkWaits, type Claim, openRuns, type OpenRun, takeChunks } from './claims.ts';
import { freeLostChunks, giveBack, giveBackUnknown, reportFailure } from './give-back.ts';
import { handIn } from './hand-in.ts';
import { openDevice, type WorkerGpu } from './device.ts';
import { createInputs, usualFolder } from './inputs.ts';
import { createLanes, type Lanes } from './lanes.ts';

/** Options of `createWorker`. */
export interface WorkerOptions {
  /** Threads that compute. Default: as many as the machine has. */
  readonly threads?: number;
  /** Modules that export kinds of work beside those of the package: paths or package names. */
  readonly kinds?: readonly string[];
  /**
   * Also computes kinds with `gpu`, on the GPU that Dawn sees first. Needs `@wayfield/gpu`,
   * `@wayfield/gpu-core` and `webgpu`. Default false.
   */
  readonly gpu?: boolean | WorkerGpu;
  /**
   * The name in `workers()`, cut to 100 characters. Default: the host's name and the process id.
   */
  readonly name?: string;
  /** The store of the cluster, where it has one: `createStore`. */
  readonly store?: Store;
  /**
   * Folder for inputs; 'none': they are not kept on disk. Other files in the folder stay. Default:
   * in the user's cache.
   */
  readonly cache?: string;
  /** Most bytes of inputs on disk; those unused for longest are removed. Default 8 GiB. */
  readonly cacheBytes?: number;
  /**
   * Seconds without a heartbeat after which others take the chunks over, 0.5 to 3600. Default 15.
   */
  readonly lostAfter?: number;
  /** Seconds that a lost database is waited for. Default 600. */
  readonly patience?: number;
  /** Called with a text when something goes wrong. Default: not called. */
  readonly log?: (message: string) => void;
}

/** What a worker has done. */
export interface WorkerCounts {
  /** Answers that were kept, or equal to the first one of a sampled chunk. */
  readonly done: number;
  /** Computations that failed, also those that count as no attempt because the chunk was freed. */
  readonly failed: number;
  /** Answers that were dropped: the chunk had been freed or answered, or the run was closed. */
  readonly late: number;
}

/** A process that computes chunks. */
export interface ClusterWorker {
  readonly id: string;
  readonly name: string;
  readonly threads: number;
  counts(): WorkerCounts;
  /**
   * Resolves when the worker was destroyed; rejects if it failed, as when the database stays away.
   */
  readonly ended: Promise<void>;
  /** Gives chunks that are not finished back, which counts as no attempt, and ends the threads. */
  destroy(): Promise<void>;
}

const RULES = {
  threads: whole(1, 1024),
  kinds: listOf(text),
  gpu: either(flag, object({ allowSoftware: optional(flag) }, 'a WorkerGpu')),
  name: text,
  store: object({ put: callback, get: callback, remove: callback, place: text }, 'a Store'),
  cache: either(oneOf('none'), text),
  cacheBytes: whole(0),
  lostAfter: number(0.5, 3600),
  patience: number(0, 86_400),
  log: callback,
};

/** Heartbeats in the time after which a worker counts as lost. */
const HEARTBEATS = 5;
/** Milliseconds until a worker without work looks again by itself. NOTIFY tells it of new runs. */
const IDLE_MS = 1000;
/** Most parallel chunks in a worker at a time: while one begins or ends, others use the threads. */
const PARALLEL_CHUNKS = 3;
const NAME_LENGTH = 100;
/** What the log says of a chunk that failed, by the result of `reportFailure`. */
const AFTER = {
  again: 'it is tried again',
  last: 'it is set aside',
  gone: 'which does not count: it was freed before, or its run is closed',
} as const;

/**
 * Starts a worker in this process: it takes chunks from the queue of a cluster, computes them in
 * threads, and hands the results in. It runs the kinds of work that it was given here, and no code
 * from the database.
 *
 * @throws RangeError where the cluster works with another version of Wayfield; Error where `gpu` is
 *   given and the machine has no GPU.
 *
 * @example
 * const worker = await createWorker(process.env.DATABASE_URL!, { threads: 2 });
 * process.once('SIGTERM', () => worker.destroy());
 * process.kill(process.pid, 'SIGTERM'); // as a machine does that shuts down
 * await worker.ended;
 */
export async function createWorker(
  url: string,
  options: WorkerOptions = {},
): Promise<ClusterWorker> {
  text(url, 'url');
  checkOptions('createWorker', options, RULES);
  const { patience = 600, log = () => undefined, kinds: modules = [] } = options;
  const { heads } = await loadKinds(modules);
  const gpu = gpuOf(options);
  // a worker that finds no GPU would fail each chunk for one
  if (gpu !== undefined) (await openDevice(gpu)).destroy();
  const stop = new AbortController();
  const database = connect(url, 4, { seconds: patience, log, signal: stop.signal });
  try {
    await install(database);
    const worker = new Session(database, heads, options, stop);
    await worker.begin();
    return worker.handle;
  } catch (error) {
    await database.end();
    throw error;
  }
}

const gpuOf = ({ gpu }: WorkerOptions): WorkerGpu | undefined =>
  gpu === true ? {} : gpu || undefined;

/** A chunk that this worker has taken and not handed in yet. */
interface Running {
  readonly done: Promise<void>;
  readonly stop: AbortController;
  /** False where its answer is being handed in: its thread is free. */
  computing: boolean;
}

/** The state of a worker, from its registration to its end. */
class Session {
  readonly handle: ClusterWorker;
  private readonly lanes: Lanes;
  /** The kinds whose chunks this worker takes: those for a GPU only where it has one. */
  private readonly kinds = new Map<string, KindHead>();
  private readonly running = new Map<Claim, Running>();
  /** Runs that are left to other workers, and of which the log has said so. */
  private readonly refused = new Set<string>();
  /** Per run: the queue that is looked into first. */
  private readonly place = new Map<string, number>();
  /** Per run: until when no chunk is taken, because none waits that this worker may take. */
  private readonly quietUntil = new Map<string, number>();
  private readonly sums = { done: 0, failed: 0, late: 0 };
  private readonly threads: number;
  private readonly name: string;
  private readonly id = randomUUID();
  private readonly log: (message: string) => void;
  private readonly lostAfter: number;
  private runs: readonly OpenRun[] = [];
  /** Runs may have been opened or closed since `runs` was read. */
  private stale = true;
  /** Set by each heartbeat: compare the claims in the database with `running`. */
  private doubtful = false;
  /** Something has changed since `work` looked last. */
  private woken = false;
  private ring = (): void => undefined;
  private end!: { resolve(): void; reject(error: unknown): void };
  private ending: Promise<void> | undefined;
  private beating: NodeJS.Timeout | undefined;
  private lastBeat: Promise<void> | undefined;
  /** When the last heartbeat arrived, by `performance.now`. */
  private lastSeen: number | undefined;
  /** Until when the chunks of lost workers are not freed: after an outage all workers look lost. */
  private spareUntil = 0;
  private working = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly heads: ReadonlyMap<string, KindHead>,
    private readonly options: WorkerOptions,
    private readonly stop: AbortController,
  ) {
    const { cache = usualFolder(), cacheBytes = 8 * 1024 ** 3, lostAfter = 15 } = options;
    this.log = options.log ?? ((): void => undefined);
    this.threads = options.threads ?? availableParallelism();
    this.name = (options.name ?? `${hostname()}:${process.pid}`).slice(0, NAME_LENGTH);
    this.lostAfter = lostAfter;
    const inputs = createInputs(database, {
      store: options.store,
      folder: cache === 'none' ? undefined : cache,
      diskBytes: cacheBytes,
      memoryBytes: totalmem() / 4,
      log: this.log,
    });
    const gpu = gpuOf(options);
    this.lanes = createLanes({ modules: options.kinds ?? [], gpu }, inputs);
    for (const head of this.heads.values()) {
      if (head.gpu !== true || gpu !== undefined) this.kinds.set(head.name, head);
    }
    const ended = new Promise<void>((resolve, reject) => {
      this.end = { resolve, reject };
    });
    // a rejection of `ended` that nobody handles would end the process
    ended.catch(() => undefined);
    this.handle = {
      id: this.id,
      name: this.name,
      threads: this.threads,
      counts: () => ({ ...this.sums }),
      ended,
      destroy: () => this.destroy(),
    };
  }

  /** Tells the cluster of this worker, and begins to work. Rejects if the first heartbeat fails. */
  async begin(): Promise<void> {
    await this.beat();
    const pause = (1000 * this.lostAfter) / HEARTBEATS;
    this.beating = setInterval(() => {
      // while one heartbeat waits for the database, no other is sent
      this.lastBeat ??= this.beat()
        .catch((error: unknown) => this.fail(error))
        .finally(() => (this.lastBeat = undefined));
    }, pause);
    this.database.listen(CHANNEL, () => {
      this.stale = true;
      this.quietUntil.clear();
      this.wake();
    });
    this.working = this.work();
  }

  private async beat(): Promise<void> {
    const row = [this.id, this.name, VERSION, this.threads, [...this.kinds.keys()], this.lostAfter];
    await this.database.query(
      `insert into wayfield.worker (id, name, version, threads, kinds, lost_after)
       values ($1, $2, $3, $4, $5, $6) on conflict (id) do update set seen = now()`,
      row,
    );
    if (this.stop.signal.aborted) return;
    const now = performance.now();
    // an outage: the other workers get the time to send their heartbeats too
    if (now - (this.lastSeen ?? now) > 500 * this.lostAfter) {
      this.spareUntil = now + 1000 * this.lostAfter + LONGEST_WAIT_MS;
    }
    this.lastSeen = now;
    // a call that an outage delays by more than half of `lostAfter` frees nothing
    if (now >= this.spareUntil) await freeLostChunks(this.database, now + 500 * this.lostAfter);
    await this.refresh();
    this.doubtful = true;
    this.wake();
  }

  /** Looks which runs are open, and ends the chunks of those that are not any more. */
  private async refresh(): Promise<void> {
    this.stale = false;
    this.runs = await openRuns(this.database.query);
    const open = new Set(this.runs.map(({ id }) => id));
    for (const [{ run }, { stop }] of this.running) if (!open.has(run.id)) stop.abort();
    for (const memory of [this.place, this.quietUntil, this.refused]) {
      for (const run of memory.keys()) if (!open.has(run)) memory.delete(run);
    }
  }

  /** Takes and computes chunks until the worker is stopped. */
  private async work(): Promise<void> {
    try {
      while (!this.stop.signal.aborted) {
        this.woken = false;
        if (this.stale) await this.refresh();
        if (this.doubtful) await this.reconcile();
        const taken = await this.takeSome();
        if (!taken && !this.stop.signal.aborted) await this.pause();
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** Gives back the claims that the database has for this worker and that it does not know. */
  private async reconcile(): Promise<void> {
    this.doubtful = false;
    // only `work` takes chunks, and it awaits this call: `running` gains none meanwhile
    const given = await giveBackUnknown(this.database, this.id, [...this.running.keys()]);
    if (given > 0) this.log(`${given} chunks were given back: the reply to a COMMIT was lost`);
  }

  /** Waits until a chunk is finished, a run is opened, or some time has passed. */
  private async pause(): Promise<void> {
    if (this.woken) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.ring = resolve;
      timer = setTimeout(resolve, IDLE_MS);
    });
    clearTimeout(timer);
  }

  private wake(): void {
    this.woken = true;
    this.ring();
  }

  private async takeSome(): Promise<boolean> {
    for (const run of this.runs) {
      const kind = this.kindOf(run);
      if (kind === undefined || (this.quietUntil.get(run.id) ?? 0) > performance.now()) continue;
      const parallel = kind.parallel === true;
      if (this.runsOther(parallel)) {
        // Chunks of the other sort run. If a chunk of this run waits, it comes next, and newer runs
        // get no chunks now.
        if (this.room(!parallel) <= 0 || (await chunkWaits(this.database, this.id, run)))
          return false;
        this.quietUntil.set(run.id, performance.now() + IDLE_MS);
        continue;
      }
      const most = this.room(parallel);
      if (most <= 0) return false;
      const from = this.place.get(run.id) ?? 0;
      const { claims, at } = await takeChunks(this.database, this.id, run, { most, from });
      this.place.set(run.id, at);
      // no chunk waits that this worker may take
      if (claims.length === 0) this.quietUntil.set(run.id, performance.now() + IDLE_MS);
      for (const claim of claims) this.start(claim, kind);
      if (claims.length > 0) return true;
    }
    return false;
  }

  /** The kind of a run, where this worker may run it; else it says once why not. */
  private kindOf(run: OpenRun): KindHead | undefined {
    const kind = this.kinds.get(run.kind);
    if (kind?.version === run.kindVersion && run.version === VERSION) return kind;
    if (this.refused.has(run.id)) return undefined;
    this.refused.add(run.id);
    const unknown = this.heads.has(run.kind) ? 'needs a GPU' : 'is not known here';
    const mine = kind === undefined ? unknown : `has version ${kind.version} here`;
    this.log(
      `run ${run.id} is left to other workers: it is of Wayfield ${run.version} and of version ` +
        `${run.kindVersion} of '${run.kind}', which ${mine}; this is Wayfield ${VERSION}`,
    );
    return undefined;
  }

  /**
   * Whether chunks of the other sort run. Parallel chunks use all threads, so the sorts do not mix.
   */
  private runsOther(parallel: boolean): boolean {
    return [...this.running.keys()].some(
      ({ run }) => (this.kinds.get(run.kind)?.parallel === true) !== parallel,
    );
  }

  /** How many chunks of a sort may begin while no chunk of the other sort runs. */
  private room(parallel: boolean): number {
    const most = !parallel ? this.threads : this.threads === 1 ? 1 : PARALLEL_CHUNKS;
    const computing = [...this.running.values()].filter((chunk) => chunk.computing).length;
    // chunks that compute, and answers that the database has not taken yet: at most `2 * most`
    return Math.min(most - computing, 2 * most - this.running.size);
  }

  private start(claim: Claim, kind: KindHead): void {
    const stop = new AbortController();
    const computed = (): void => {
      this.running.get(claim)!.computing = false;
      this.wake();
    };
    const done = this.compute(claim, kind, { signal: stop.signal, computed })
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.running.delete(claim);
        this.wake();
      });
    this.running.set(claim, { done, stop, computing: true });
  }

  private async compute(
    claim: Claim,
    kind: KindHead,
    { signal, computed }: { readonly signal: AbortSignal; computed(): void },
  ): Promise<void> {
    const { run, job } = claim;
    const { database, id } = this;
    try {
      const threads = kind.parallel === true ? this.threads : 1;
      const { shape, limitSeconds } = run;
      const task = { kind: run.kind, spec: job.data.spec, shape, threads, limitSeconds };
      const answer = await this.lanes.run(task, kind.parallel === true, signal);
      // the thread is free: the next chunk need not wait for the database
      computed();
      const became = await handIn(database, this.options.store, id, claim, answer);
      this.sums[became === 'late' ? 'late' : 'done']++;
      // the job for the second computation waits now, perhaps for this worker
      if (job.data.sampled) this.quietUntil.delete(run.id);
      if (became === 'different')
        this.log(`run ${run.id} stopped: chunk ${job.data.chunk} differs`);
    } catch (error) {
      if (this.stop.signal.aborted) return;
      if (signal.aborted) {
        // the run is not open any more: only the claim is removed
        await database.query('delete from wayfield.claim where job = $1', [job.id]);
        return;
      }
      this.sums.failed++;
      const reason = reasonOf(error);
      const left = await reportFailure(database, id, claim, reason);
      this.log(`chunk ${job.data.chunk} of run ${run.id} failed, ${AFTER[left]}: ${reason}`);
    }
  }

  private fail(error: unknown): void {
    if (this.stop.signal.aborted) return;
    this.log(reasonOf(error));
    this.end.reject(error);
    void this.destroy();
  }

  private destroy(): Promise<void> {
    this.ending ??= this.close();
    return this.ending;
  }

  private async close(): Promise<void> {
    this.stop.abort(new Error('the worker stops'));
    clearInterval(this.beating);
    this.wake();
    // a heartbeat that arrives later would register the worker again
    await this.lastBeat;
    // chunks that are being taken now are given back too
    await this.working;
    const claims = [...this.running.keys()];
    await this.lanes.destroy();
    await Promise.allSettled([...this.running.values()].map(({ done }) => done));
    try {
      for (const claim of claims) await giveBack(this.database, this.id, claim);
      await this.database.query('delete from wayfield.worker where id = $1', [this.id]);
    } catch {
      // without a database the heartbeat ends, and other workers free the chunks
    }
    await this.database.end();
    this.end.resolve();
  }
}
