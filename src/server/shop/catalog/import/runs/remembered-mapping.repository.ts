/** What merchants chose by hand for files with the same first row: the next such file is read in the same way, without being asked. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ImportFormatName, ImportNumbers } from '../../../../../contract/product-import-choices.ts';
import type { Deps } from '../../../../deps.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { importMappings } from '../../../database/schema/product-import.ts';
import type { ImportRow } from './product-import.repository.ts';

/** What the next file with the same first row is read by. */
export interface RememberedMapping {
  format: ImportFormatName;
  mapping: Record<string, string>;
  numbers: ImportNumbers | null;
}

const toFingerprint = (header: readonly string[]): string => createHash('sha256').update(JSON.stringify(header)).digest('hex');

/** Without a mapping, as when another format was chosen, what was remembered is forgotten. */
export async function saveMapping(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { form, mapping: stored }: ImportRow,
  { format, mapping, numbers }: Omit<RememberedMapping, 'mapping'> & { mapping: Record<string, string> | null },
): Promise<void> {
  if (!form) return;
  const fingerprint = toFingerprint(form.columns.map(({ title }) => title));
  const kept = mapping ?? (numbers === null ? null : stored);
  if (!kept) {
    await db.delete(importMappings).where(eq(importMappings.fingerprint, fingerprint));
    return;
  }
  const set = { format, mapping: kept, numbers, updatedAt: now() };
  await db
    .insert(importMappings)
    .values({ fingerprint, ...set })
    .onConflictDoUpdate({ target: importMappings.fingerprint, set });
}

export async function findMapping(db: Database, header: readonly string[]): Promise<RememberedMapping | null> {
  const { format, mapping, numbers } = importMappings;
  const [found] = await db
    .select({ format, mapping, numbers })
    .from(importMappings)
    .where(eq(importMappings.fingerprint, toFingerprint(header)));
  return found ?? null;
}
