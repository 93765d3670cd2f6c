/** Finds rows of the audit log that were changed, removed or inserted by anything but the shop. */
import { sql } from 'drizzle-orm';
import { query } from '../../platform/database/query.ts';
import { listKeyRanges } from '../orders/lifecycle/key-ranges.repository.ts';
import { listViolations, type Snapshot } from './verify-snapshot.ts';

const chainEnd = sql`
  with found as (select coalesce(max(position), 0) as position from audit_log)
  select case when c.position is null then 'the chain has no end any more' when c.position > found.position then
      'rows ' || found.position + 1 || ' to ' || c.position || ' are missing' else 'the chain ends at ' || c.position || ', not at its last row' end as violation
  from found left join audit_chain c on true left join audit_log l on l.position = c.position
  where case when c.position is null then found.position > 0
    when c.position = c.start_position then found.position > c.position or c.hash <> c.start_hash
    else found.position <> c.position or l.hash <> c.hash end`;

export async function* listAuditViolations({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  const ranges = await listKeyRanges(db, { table: 'audit_log', column: 'position', type: 'bigint' }, pieceSize);
  for (const isInRange of ranges) {
    yield* await listViolations(
      db,
      sql`select case when not is_next then 'the row before row ' || position || ' is missing' else 'row ' || position || ' was changed' end as violation
        from (
          select e.position, p.position is not null or e.position = c.start_position + 1 as is_next,
            e.hash = audit_row_hash(e, e.position, coalesce(p.hash, c.start_hash))
              and (e.personal is null or e.personal_hash = audit_hash(e.personal::text)) as is_whole
          from audit_log e join audit_chain c on true left join audit_log p on p.position = e.position - 1 and p.position > c.start_position
          where ${isInRange('e.position')}
        ) rows where not is_next or not is_whole order by position`,
    );
  }
  for (const { violation } of await query<{ violation: string }>(db, chainEnd)) yield violation;
}
