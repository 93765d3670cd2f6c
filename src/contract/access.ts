/** Who may make a call. */

/** What an API key may do. `read`: see all that the team sees; `catalogue`: see and change products, categories, their images and stock; `orders`: see orders and work on them. */
export const API_KEY_SCOPES = ['read', 'catalogue', 'orders'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Who may call: anyone; without a token who has a `guest` in the body, with one as `user`; anyone with a valid token; who works here, in this role at least. */
export type Access = 'public' | 'guest' | 'user' | TeamRole;

/**
 * Who works here: each role may do what the one before may, and more. Read-only sees everything but API keys and the
 * activity log; only owners see these, and change the team and the tax. Which role a call requires is its `access`, said at the call: who may refund, for example, in order-admin.ts.
 */
export const TEAM_ROLES = ['read-only', 'staff', 'owner'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** Whether the role is this one, or one that may do more. */
export const isAtLeast = (role: TeamRole, least: TeamRole): boolean => TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(least);
