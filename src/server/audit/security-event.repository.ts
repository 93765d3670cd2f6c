import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';

interface SecurityEvent {
  action: string;
  objectType: string;
  objectId: string;
}

/** Whoever does it is told to the database at the transaction's beginning. */
export async function createSecurityEvent(db: Database, { action, objectType, objectId }: SecurityEvent): Promise<void> {
  await db.transaction((tx) =>
    tx.execute(sql`select write_audit_row('security', ${action}, ${objectType}, ${objectId}, null, null, '{}'::jsonb, '{}'::jsonb)`),
  );
}
