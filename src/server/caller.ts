/** The person behind a valid token, as `auth/` finds them and every route may ask. */
import type { ApiKeyScope } from '../contract/api-key-scopes.ts';
import type { TeamRole } from '../contract/team-roles.ts';

export interface Caller {
  id: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  /** 1 is an admin. */
  role: 0 | 1;
  /** Of an admin: what they may do. Null: a customer. */
  teamRole: TeamRole | null;
  /** Of the session that the call came by, so that it can be ended or spared. */
  tokenHash: string;
  /** When they last proved that it is them. */
  authenticatedAt: Date;
  /** They log in, and prove that it is them, by a code too. */
  hasSecondFactor: boolean;
  /** Until when they have to set one up; null: nobody demands it, or they have one. */
  secondFactorDueAt: Date | null;
}

/** Another program, which acts for the owner who made its key and under the key's name. What it may do is said by the scopes alone. */
export interface ApiKeyCaller extends Caller {
  scopes: readonly ApiKeyScope[];
  key: { id: string; name: string };
}
