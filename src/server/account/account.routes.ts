/** A person's own profile, and the list of accounts that an admin sees. */
import type { FastifyInstance } from 'fastify';
import { listUsers, readProfile, updateProfile } from '../../contract/account.ts';
import { requirePasswordEmail } from '../auth/password.service.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import * as repository from './account.repository.ts';
import * as profile from './profile.service.ts';

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, readProfile, async ({ caller }) => ({ success: true, ...(await profile.readProfile(deps.db, caller)) }));

  route(app, updateProfile, async ({ body, caller, request }) => {
    if (body.password) await requirePasswordEmail(deps, request.ip);
    const { user: updateUser, version } = await profile.changeProfile(deps, caller, body);
    return { success: true, message: 'successfully update', updateUser, version };
  });

  route(app, listUsers, async ({ query }) => ({ success: true, ...(await repository.listUsers(deps.db, query)) }));
}
