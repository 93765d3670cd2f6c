/** One email of the outbox, as admins see it. */
import type { Email } from '../../../../contract/email.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { findEmail } from './email.repository.ts';

/** Throws `not_found`. */
export async function readEmail(db: Database, id: string): Promise<Email> {
  const email = await findEmail(db, id);
  if (!email) throw new AppError('not_found', 'There is no such email');
  return email;
}
