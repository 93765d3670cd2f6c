/** Accounts that an import makes, with what belongs to them, a statement for each table; and their invitations to set a password. */
import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { isInvitable } from '../catalog/import/runs/product-import.repository.ts';
import { addresses, users } from '../database/schema/account.ts';
import { customerNotes } from '../database/schema/customer.ts';
import { importedCustomers } from '../database/schema/imported.ts';
import type { ImportedCustomer } from './customer-row.ts';

/** Accounts with these emails, in any case, by the email as it was asked for. */
export async function findAccountsByEmail(db: Database, emails: string[]): Promise<Map<string, { isTeam: boolean }>> {
  if (!emails.length) return new Map();
  const rows = await query<{ asked: string; isTeam: boolean }>(
    db,
    sql`select asked, u.role = 1 as "isTeam" from unnest(${sql.param(emails)}::text[]) asked join users u on lower(u.email) = lower(asked)`,
  );
  return new Map(rows.map(({ asked, isTeam }) => [asked, { isTeam }]));
}

export interface NewCustomers {
  customers: ImportedCustomer[];
  importId: string;
  /** Who imports, as their notes say. */
  by: string;
  now: Date;
  passwordHash: string;
  answerHash: string;
}

/** The mailbox isn't proven: a password is set by a link that is sent there, and nothing is claimed before. */
export async function createCustomers(
  tx: Database,
  { customers, importId, by, now, passwordHash, answerHash }: NewCustomers,
): Promise<void> {
  const made = customers.map((customer) => ({ id: randomUUID(), ...customer }));
  await tx.insert(users).values(
    made.map(({ id, name, email, phone, address, createdAt, disabledAt }) => ({
      ...{ id, name, email, phone, address, passwordHash, answerHash, disabledAt },
      role: 0 as const,
      createdAt: createdAt ?? now,
      isEmailUnconfirmed: true,
    })),
  );
  await tx.insert(importedCustomers).values(made.map(({ id }) => ({ userId: id, importId })));
  const places = made.flatMap(({ id, addresses: list }) =>
    // In their order: the first is the default.
    list.map((it, index) => ({ ...it, id: randomUUID(), userId: id, isDefault: index === 0, createdAt: new Date(now.getTime() + index) })),
  );
  if (places.length) await tx.insert(addresses).values(places);
  const notes = made.flatMap(({ id, notes: list }) =>
    list.map((text) => ({ id: randomUUID(), customerId: id, authorId: null, by, text, createdAt: now })),
  );
  if (notes.length) await tx.insert(customerNotes).values(notes);
  const details = made.flatMap(({ id, tags, consentAt }) => (tags.length || consentAt ? [{ id, tags, consentAt }] : []));
  if (!details.length) return;
  await query(
    tx,
    sql`update customers c set tags = array(select jsonb_array_elements_text(d.tags)), consent_at = d."consentAt"
      from jsonb_to_recordset(${JSON.stringify(details)}::jsonb) as d(id uuid, tags jsonb, "consentAt" timestamptz) where c.id = d.id`,
  );
}

/** Marks up to `limit` as invited, and returns them: of two calls at once each customer is in one. */
export async function takeInvitable(
  tx: Database,
  importId: string,
  limit: number,
  now: Date,
): Promise<{ id: string; name: string; email: string }[]> {
  const waiting = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(importedCustomers)
    .innerJoin(users, eq(users.id, importedCustomers.userId))
    .where(isInvitable(importId))
    .orderBy(importedCustomers.userId)
    .limit(limit)
    .for('update', { of: importedCustomers, skipLocked: true });
  const ids = waiting.map(({ id }) => id);
  if (ids.length) await tx.update(importedCustomers).set({ invitedAt: now }).where(inArray(importedCustomers.userId, ids));
  return waiting;
}

/** The audit log's entry: what is written for each customer is an email, which isn't logged. */
export async function addInvitedEntry(tx: Database, { id, name }: { id: string; name: string }, invited: number): Promise<void> {
  const changes = JSON.stringify({ customers: { after: invited } });
  await tx.execute(sql`select write_audit_row('change', 'invited', 'product-import', ${id}, ${name}, null, ${changes}::jsonb, '{}')`);
}
