/** The first admin comes from the operator, never from the shop's own front door. */
import { randomBytes } from 'node:crypto';
import { Check } from 'typebox/value';
import { EmailAddress, PASSWORD_MAX, PASSWORD_MIN, type User } from '../../contract/auth.ts';
import type { Database } from '../database/connect.ts';
import { AppError } from '../errors.ts';
import { addUser, changePassword } from './auth.service.ts';
import { findCredentials } from './user.repository.ts';

interface AdminInput {
  email: string;
  password: string;
  name?: string;
}

async function promote(db: Database, email: string, password: string): Promise<User | null> {
  const found = await findCredentials(db, email);
  if (!found) return null;
  await changePassword(db, found.user, password, { role: 1 });
  return { ...found.user, role: 1 };
}

/**
 * Makes the account, or makes an admin of the one that has this e-mail: then the password is set and its sessions end.
 * Throws `invalid` for an e-mail that is none and a password that is too short or too long.
 */
export async function createAdmin(db: Database, { email, password, name = 'Admin' }: AdminInput): Promise<User> {
  if (!Check(EmailAddress, email)) throw new AppError('invalid', `"${email}" isn't an e-mail address`);
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX)
    throw new AppError('invalid', `The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`);
  const promoted = await promote(db, email, password);
  if (promoted) return promoted;
  try {
    // Nobody knows the answer; an admin couldn't be reset by it anyway.
    const answer = randomBytes(32).toString('base64url');
    return await addUser(db, { name, email, password, phone: '', address: '', answer, role: 1 });
  } catch (error) {
    // Two instances that start at once both find none.
    const other = error instanceof AppError && error.code === 'conflict' ? await promote(db, email, password) : null;
    if (other) return other;
    throw error;
  }
}
