/** Register, log in and out, reset a password, and ask whether a token is valid. */
import type { FastifyInstance } from 'fastify';
import { checkAdmin, checkUser, login, logout, reauthenticate, register, resetPassword } from '../../contract/auth.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { logIn, registerUser } from './auth.service.ts';
import { resetPasswordByAnswer } from './password.service.ts';
import * as reauthentication from './reauthentication.ts';
import { deleteSession } from './session.repository.ts';

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, register, async ({ body, request }) => {
    const user = await registerUser(deps, body, request.ip);
    return { success: true, message: 'Register successfully!', user };
  });

  route(app, login, async ({ body, request }) => {
    return {
      success: true,
      message: 'successfully login!',
      ...(await logIn(deps, body, { ip: request.ip, userAgent: request.headers['user-agent'] })),
    };
  });

  route(app, logout, async ({ caller }) => {
    await deleteSession(deps.db, caller.tokenHash);
    return { success: true, message: 'Successfully Logout' };
  });

  route(app, reauthenticate, async ({ body, caller }) => {
    await reauthentication.reauthenticate(deps, caller, body.password);
    return { success: true, message: 'Thank you' };
  });

  route(app, resetPassword, async ({ body, request }) => {
    await resetPasswordByAnswer(deps, body, request.ip);
    return { success: true, message: 'Your password was reset, please log in' };
  });

  // Access is checked before a handler runs, so there is nothing left to ask.
  route(app, checkUser, async () => ({ ok: true }));
  route(app, checkAdmin, async () => ({ ok: true }));
}
