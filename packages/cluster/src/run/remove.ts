import type { Database } from '../database/connect.ts';
import { deleteQueue, QUEUES } from '../database/queue.ts';
import { CHANNEL } from '../database/schema.ts';
import { dropInputs } from '../store/inputs.ts';
import type { Store } from '../types.ts';
import { unlessRemoved } from '../worker/claims.ts';
import { queuesOf, resultTable } from './tables.ts';

/**
 * Tables whose rows come and go with runs, those of the catalogue too, because each run has tables.
 * VACUUM makes the space of dead rows free for the next run, and gives empty pages at the end back.
 */
const VACUUMED = [
  ...['run', 'run_input', 'input', 'claim', 'worker'].map((name) => `wayfield.${name}`),
  QUEUES,
  ...['attribute', 'attrdef', 'class', 'constraint', 'depend', 'index', 'inherits', 'statistic']
    .concat('trigger', 'type')
    .map((name) => `pg_catalog.pg_${name}`),
];

/**
 * Truncates tables without rows, which gives all their pages back: VACUUM alone keeps the pages of
 * indexes. If others use the tables at this moment, nothing is truncated.
 */
const SHRINK = `do $$ begin
  lock table wayfield.run, wayfield.run_input, wayfield.input, wayfield.claim
    in access exclusive mode nowait;
  if not exists (select from wayfield.run) and not exists (select from wayfield.input)
    and not exists (select from wayfield.claim) then
    truncate wayfield.run, wayfield.run_input, wayfield.input, wayfield.claim;
  end if;
exception when lock_not_available then null;
end $$`;

/**
 * Removes all that the database and the store hold of a run: queues, results, and the inputs that
 * no other run needs. Workers that still compute its chunks drop their answers.
 */
export async function removeRun(
  database: Database,
  store: Store | undefined,
  run: string,
): Promise<void> {
  const table = resultTable(run);
  const inStore = await closeRun(database, run);
  if (store !== undefined) {
    for (const sha of await ownAmong(database, run, inStore)) await store.remove(sha);
  }
  await database.transaction(async (query) => {
    // workers lock the run for each chunk that they take or complete: after this none begins
    const [row] = await query('select chunks from wayfield.run where id = $1 for update', [run]);
    if (row === undefined) return;
    for (const queue of queuesOf(run, Number(row.chunks))) await deleteQueue(query, queue);
    await query(`drop table if exists ${table}`);
    await query('delete from wayfield.claim where run = $1', [run]);
    await query('delete from wayfield.run where id = $1', [run]);
  });
  await dropInputs(database, store);
  await database.query(SHRINK);
  // only the owner of the database may vacuum the catalogue: for others, autovacuum does it later
  await database.query(`vacuum ${VACUUMED.join(', ')}`);
}

/** Ends the work on a run, and returns the SHA-256 of results that lie in the store. */
async function closeRun(database: Database, run: string): Promise<string[]> {
  return database.transaction(async (query) => {
    await query(
      `update wayfield.run set state = 'cancelled', reason = 'removed'
       where id = $1 and state in ('planned', 'open')`,
      [run],
    );
    await query(`notify ${CHANNEL}`);
    const [{ found }] = await query('select to_regclass($1) as found', [resultTable(run)]);
    if (found === null) return [];
    const rows = await query(`select sha from ${resultTable(run)} where in_store`);
    return rows.map(({ sha }) => sha as string);
  });
}

/** Those of the SHA-256 that no result of another run has: equal results lie in a store once. */
async function ownAmong(
  database: Database,
  run: string,
  shas: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = new Set(shas);
  const others = await database.query('select id from wayfield.run where id <> $1', [run]);
  for (const { id } of others) {
    if (own.size === 0) break;
    const table = resultTable(id as string);
    const rows = await unlessRemoved(
      database.query(`select sha from ${table} where in_store and sha = any($1)`, [[...own]]),
    );
    for (const { sha } of rows ?? []) own.delete(sha as string);
  }
  return own;
}
