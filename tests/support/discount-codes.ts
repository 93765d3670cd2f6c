/** Inserts discount codes directly into the database. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { discountCodes } from '../../src/server/shop/database/schema/pricing.ts';

/** Ten per cent off everything, unless the fields say otherwise. */
export async function makeCode(db: Database, fields: Partial<typeof discountCodes.$inferInsert> = {}): Promise<string> {
  const percent = fields.kind === undefined || fields.kind === 'percent' ? 10 : null;
  await db.insert(discountCodes).values({ id: randomUUID(), code: 'SPRING', kind: 'percent', percent, createdAt: new Date(), ...fields });
  return fields.code ?? 'SPRING';
}

export async function readUses(db: Database, code = 'SPRING'): Promise<number | undefined> {
  const [row] = await db.select({ uses: discountCodes.uses }).from(discountCodes).where(eq(discountCodes.code, code));
  return row?.uses;
}
