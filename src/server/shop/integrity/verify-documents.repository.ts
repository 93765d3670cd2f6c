/** The rules of verify.service.ts about invoices and credit notes. */
import { sql } from 'drizzle-orm';
import { listKeyRanges, listViolations, type Snapshot } from './verify.repository.ts';

/** A number that nobody has, a row that was changed or put in, and a day before that of the number before. */
export async function* listDocumentViolations({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  for (const within of await listKeyRanges(db, { table: 'documents', column: 'id', type: 'uuid' }, pieceSize)) {
    yield* await listViolations(
      db,
      sql`select case when s.prefix is null then d.number || ' is of no series' when not n.is_next
          then document_number(d.prefix, d.year, d.sequence - 1) || ' is missing' else d.number || ' was changed' end as violation
        from documents d left join document_series s on s.prefix = d.prefix and s.year = d.year
        left join documents p on p.prefix = d.prefix and p.year = d.year and p.sequence = d.sequence - 1
        cross join lateral (select d.sequence = s.first or p.id is not null as is_next) n
        where ${within('d.id')} and (s.prefix is null or not n.is_next or d.number <> document_number(d.prefix, d.year, d.sequence)
          or d.hash <> document_hash(d, coalesce(p.hash, '')) or d.day < p.day or extract(year from d.day) <> d.year
          or d.personal_hash <> audit_hash(d.personal::text)) order by d.number`,
    );
  }
  yield* await listViolations(
    db,
    sql`select document_number(s.prefix, s.year, coalesce(l.sequence, s.first - 1) + 1) || ' is missing' as violation
      from document_series s left join lateral (
        select sequence, hash from documents d where d.prefix = s.prefix and d.year = s.year order by sequence desc limit 1
      ) l on true
      where s.last <> coalesce(l.sequence, s.first - 1) or s.hash <> coalesce(l.hash, '') order by 1`,
  );
}

/** An order with an invoice: its documents add up to what it came to, less its refunds; and each document to its lines and its taxes. */
export async function* listDocumentSumMismatches({ db, orderRanges, pieceSize }: Snapshot): AsyncGenerator<string> {
  for (const within of orderRanges) {
    yield* await listViolations(
      db,
      sql`select '#' || o.number || ': total ' || o.total_cents || ', refunded ' || o.refunded_cents || ', documents ' || coalesce(d.cents, 0) as violation
        from orders o left join lateral (
          select sum(case kind when 'invoice' then gross_cents else -gross_cents end) as cents from documents where order_id = o.id
        ) d on true where ${within('o.id')} and o.has_documents and d.cents is distinct from o.total_cents - o.refunded_cents order by o.number`,
    );
  }
  const sumOf = (path: string, key: string) =>
    sql`(select coalesce(sum((it ->> ${key})::bigint), 0) from jsonb_array_elements(d.content -> ${path}) it)`;
  for (const within of await listKeyRanges(db, { table: 'documents', column: 'id', type: 'uuid' }, pieceSize)) {
    yield* await listViolations(
      db,
      sql`select d.number || ': net ' || d.net_cents || ', tax ' || d.tax_cents || ', otherwise by its lines or rates' as violation from documents d
        where ${within('d.id')} and not (d.net_cents = ${sumOf('taxes', 'netCents')} and d.tax_cents = ${sumOf('taxes', 'taxCents')}
          and d.net_cents = ${sumOf('lines', 'netCents')} + ${sumOf('charges', 'netCents')}
            and d.tax_cents = ${sumOf('lines', 'taxCents')} + ${sumOf('charges', 'taxCents')})
        order by d.number`,
    );
  }
}
