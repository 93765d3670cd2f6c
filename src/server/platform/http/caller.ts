/** The person behind a valid token, as `auth/` finds them and every route may ask. */
import type { ApiKeyScope, TeamRole } from '../../../contract/access.ts';

export interface Caller {
  id: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  /** 1 is an admin. */
  role: 0 | 1;
  /** An admin's role in the team. Null: a customer. */
  teamRole: TeamRole | null;
  /** Hash of the session's token, to end this session or all others. */
  tokenHash: string;
  /** When they last logged in or confirmed their password or code. */
  authenticatedAt: Date;
  /** They need a code to log in and to confirm that it is them. */
  hasSecondFactor: boolean;
  /** Until when they have to set up a second factor; null: not required, or they have one. */
  secondFactorDueAt: Date | null;
}

/**
 * A program that calls with an API key. It acts for the owner who created the key, and histories show the key's name. Only the key's scopes
 * decide what it may do.
 */
export interface ApiKeyCaller extends Caller {
  scopes: readonly ApiKeyScope[];
  key: { id: string; name: string };
}
