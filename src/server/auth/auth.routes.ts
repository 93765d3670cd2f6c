/** Accounts: register, log in and out, reset, profile, the gates, and the admin's list of users. */
import type { FastifyInstance } from 'fastify';
import { listUsers, updateProfile } from '../../contract/account.ts';
import { checkAdmin, checkUser, login, logout, register, resetPassword } from '../../contract/auth.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import * as service from './auth.service.ts';
import { deleteSession } from './auth-session.ts';
import { countUsers, listUsers as list } from './user.repository.ts';

const USERS_PER_PAGE = 20;

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, register, async ({ body, request }) => {
    const user = await service.registerUser(deps, body, request.ip);
    return { success: true, message: 'Register successfully!', user };
  });

  route(app, deps, login, async ({ body, request }) => {
    const { user, token } = await service.logIn(deps, body, request.ip);
    return { success: true, message: 'successfully login!', user, token };
  });

  route(app, deps, logout, async ({ caller }) => {
    await deleteSession(deps.db, caller.tokenHash);
    return { success: true, message: 'Successfully Logout' };
  });

  route(app, deps, resetPassword, async ({ body, request }) => {
    await service.resetPassword(deps, body, request.ip);
    return { success: true, message: 'Your password was reset, please log in' };
  });

  // Access has been checked by the time a handler runs: there is nothing left to ask.
  route(app, deps, checkUser, async () => ({ ok: true }));
  route(app, deps, checkAdmin, async () => ({ ok: true }));

  route(app, deps, updateProfile, async ({ body, caller }) => {
    const updateUser = await service.updateProfile(deps, caller, body);
    return { success: true, message: 'successfully update', updateUser };
  });

  route(app, deps, listUsers, async ({ query }) => {
    const { page = 1, limit = USERS_PER_PAGE } = query;
    const [users, total] = await Promise.all([list(deps.db, { page, limit }), countUsers(deps.db)]);
    return { success: true, users, total, page, limit };
  });
}
