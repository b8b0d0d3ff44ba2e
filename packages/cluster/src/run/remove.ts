import type { Database } from '../database/connect.ts';
import { deleteQueue, QUEUES } from '../database/queue.ts';
import { CHANNEL } from '../database/schema.ts';
import { dropInputs } from '../store/inputs.ts';
import type { Store } from '../types.ts';
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
 * Removes all that the database and the store hold of a run: queues, results, and what no other run
 * needs of its inputs and of the results in the store. Workers that still compute its chunks drop
 * their answers.
 */
export async function removeRun(
  database: Database,
  store: Store | undefined,
  run: string,
): Promise<void> {
  const table = resultTable(run);
  // workers drop the chunks of a cancelled run at once
  await database.query(
    `update wayfield.run set state = 'cancelled', reason = 'removed'
     where id = $1 and state in ('planned', 'open')`,
    [run],
  );
  await database.query(`notify ${CHANNEL}`);
  await database.transaction(async (query) => {
    // Workers lock the run for each chunk that they take or complete. Once this lock is held, no
    // worker begins another such step.
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
