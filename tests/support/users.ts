/** Users for tests: one to register, and any number with existing accounts. */
import { randomUUID } from 'node:crypto';
import type { TeamRole } from '../../src/contract/endpoint.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { users } from '../../src/server/shop/database/schema/account.ts';
import { createSession } from '../../src/server/shop/team/sessions/session.service.ts';

export const ada = {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'correct horse',
  phone: '+44 20 7946 0000',
  address: '12 St James Square',
  answer: 'chess',
};

export interface TestUser {
  id: string;
  email: string;
  token: string;
}

/** Inserted into the database and logged in, without a usable password: for tests of logging in, register a user instead. */
export async function createTestUser(
  db: Database,
  {
    role = 0,
    teamRole,
    name = 'Ada Shopper',
    email,
    address = '1 Market Street',
  }: { role?: 0 | 1; teamRole?: TeamRole; name?: string; email?: string; address?: string } = {},
  now = new Date(),
): Promise<TestUser> {
  const id = randomUUID();
  const userEmail = email ?? `${id.slice(0, 13)}@example.com`;
  const unusableHashes = { passwordHash: 'none', answerHash: 'none' };
  await db.insert(users).values({
    id,
    name,
    email: userEmail,
    phone: '+1 555 0100',
    address,
    role,
    ...(teamRole && { role: 1 as const, teamRole }),
    ...unusableHashes,
  });
  return { id, email: userEmail, token: await createSession(db, id, now) };
}
