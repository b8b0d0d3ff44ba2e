// The tables beside the queue, in the schema `wayfield`. Results and inputs of a run lie in tables
// of their own, `result_…` and `input_…`: dropping a table gives its space back at once, which
// deleting rows does not. `createCluster` and `createWorker` call `install`.
import { refuse } from '@wayfield/check';
import { installQueue } from './queue.ts';
import { type Database, type Query, unlocked } from './connect.ts';
import { VERSION } from '../version.ts';

/** Raised when tables change. */
const PROTOCOL = 1;

/** The channel on which workers hear of runs. */
export const CHANNEL = 'wayfield_runs';

// The state 'done' is not in `run`: `progressOf` counts it from the table of results.
const TABLES = `
  create schema wayfield;
  create table wayfield.about (
    only_row boolean primary key default true check (only_row),
    protocol integer not null,
    version text not null
  );
  create table wayfield.run (
    id uuid primary key,
    kind text not null,
    kind_version integer not null,
    version text not null,
    -- being submitted, open, cancelled, stopped by a difference
    state text not null check (state in ('planned', 'open', 'cancelled', 'stopped')),
    reason text,
    chunks integer not null,
    sampled integer not null,
    limit_seconds real not null,
    shape jsonb not null,
    created timestamptz not null default now()
  );
  create table wayfield.input (
    sha text primary key,
    bytes bigint not null,
    in_store boolean not null
  );
  create table wayfield.run_input (
    run uuid not null references wayfield.run on delete cascade,
    sha text not null references wayfield.input,
    primary key (run, sha)
  );
  create table wayfield.worker (
    id uuid primary key,
    name text not null,
    version text not null,
    threads integer not null,
    kinds text[] not null,
    -- seconds without a heartbeat
    lost_after real not null,
    started timestamptz not null default now(),
    seen timestamptz not null default now()
  );
  create table wayfield.claim (
    job uuid primary key,
    run uuid not null,
    queue text not null,
    chunk integer not null,
    second boolean not null,
    worker uuid not null,
    since timestamptz not null default now()
  );
  create index on wayfield.claim (worker);
`;

/**
 * The workers that are alive, as a condition in SQL. Only the clock of the server counts: a machine
 * whose clock is wrong works like any other.
 */
export const ALIVE = `seen > now() - lost_after * interval '1 second'`;

/**
 * Creates the tables where there are none. Refuses a cluster of another version of Wayfield in
 * which a worker lives, a run is open or done, or a living program plans one. In an idle cluster
 * `about.version` becomes that of this program.
 */
export async function install(database: Database): Promise<void> {
  await database.transaction(async (query) => {
    await query(`select pg_advisory_xact_lock(hashtextextended('wayfield', 0))`);
    const [{ found }] = await query(`select to_regclass('wayfield.about') as found`);
    if (found === null) {
      await query(TABLES);
      await query(`insert into wayfield.about (protocol, version) values ($1, $2)`, [
        PROTOCOL,
        VERSION,
      ]);
    }
    await installQueue(query);
    await checkVersion(query);
  });
}

async function checkVersion(query: Query): Promise<void> {
  const [{ protocol, version }] = await query('select protocol, version from wayfield.about');
  if (protocol !== PROTOCOL) {
    refuse('protocol of the cluster', Number(protocol), `${PROTOCOL}: make a new database`);
  }
  if (version === VERSION) return;
  const [worker] = await query(`select name from wayfield.worker where ${ALIVE} limit 1`);
  // a submitter holds the lock of its run: without it, nobody plans the run any more
  const [run] = await query(
    `select id from wayfield.run
     where state = 'open' or (state = 'planned' and not ${unlocked('id::text')}) limit 1`,
  );
  if (worker !== undefined || run !== undefined) {
    const who = worker === undefined ? `run ${run.id}` : `worker ${worker.name}`;
    throw new RangeError(
      `this cluster works with Wayfield ${version} (${who}), this program is Wayfield ` +
        `${VERSION}: two versions may give different answers, so they do not share a cluster`,
    );
  }
  await query('update wayfield.about set version = $1', [VERSION]);
}
