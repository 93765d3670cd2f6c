import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';

interface SecurityEvent {
  action: string;
  objectType: string;
  objectId: string;
}

/** Who caused it was told to the database at the start of the transaction (platform/monitoring/actor.ts). */
export async function createSecurityEvent(db: Database, { action, objectType, objectId }: SecurityEvent): Promise<void> {
  await db.transaction((tx) =>
    tx.execute(sql`select write_audit_row('security', ${action}, ${objectType}, ${objectId}, null, null, '{}'::jsonb, '{}'::jsonb)`),
  );
}
