/** Register, log in and out, reset a password, and ask whether a token is valid. */
import type { FastifyInstance } from 'fastify';
import * as accountEmail from '../../../../contract/account-security.ts';
import * as contract from '../../../../contract/auth.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { changeAnswer, hasAnswer, resetPasswordByAnswer } from '../passwords/password.service.ts';
import { requestResetLink, resetPasswordByLink } from '../passwords/reset-link.service.ts';
import * as reauthentication from '../sessions/reauthentication.ts';
import { deleteSession } from '../sessions/session.repository.ts';
import { requiresConfirmation } from './account-link.ts';
import { logIn, registerUser } from './auth.service.ts';
import * as confirmation from './email-confirmation.service.ts';

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.register, async ({ body, request }) => {
    const user = await registerUser(deps, body, request.ip);
    const isConfirmationNeeded = requiresConfirmation(deps.accounts);
    return { success: true, message: 'Register successfully!', user, ...(isConfirmationNeeded && { isConfirmationNeeded }) };
  });

  route(app, contract.login, async ({ body, request }) => {
    return {
      success: true,
      message: 'successfully login!',
      ...(await logIn(deps, body, { ip: request.ip, userAgent: request.headers['user-agent'] })),
    };
  });

  route(app, contract.logout, async ({ caller }) => {
    await deleteSession(deps.db, caller.tokenHash);
    return { success: true, message: 'Successfully Logout' };
  });

  route(app, contract.reauthenticate, async ({ body, caller }) => {
    await reauthentication.reauthenticate(deps, caller, body);
    return { success: true, message: 'Thank you' };
  });

  route(app, accountEmail.resetPassword, async ({ body, request }) => {
    await resetPasswordByAnswer(deps, body, request.ip);
    return { success: true, message: 'Your password was reset, please log in' };
  });

  route(app, accountEmail.readAnswer, async ({ caller }) => ({ success: true, isSet: await hasAnswer(deps, caller) }));

  route(app, accountEmail.changeAnswer, async ({ body, caller }) => {
    await changeAnswer(deps, caller, body.answer);
    return { success: true, message: 'Your answer is saved' };
  });

  const { sendsLinks: byLink, resetsByAnswer: byQuestion } = deps.accounts;
  route(app, accountEmail.readResetOptions, async () => ({ success: true, byLink, byQuestion }));

  route(app, accountEmail.requestResetLink, async ({ body, request }) => {
    await requestResetLink(deps, body.email, request.ip);
    return { success: true, message: 'If there is an account with this email, a link is on its way' };
  });

  route(app, accountEmail.resetByLink, async ({ body, request }) => {
    await resetPasswordByLink(deps, body, request.ip);
    return { success: true, message: 'Your password was reset, please log in' };
  });

  emailRoutes(app, deps);

  // Access was checked before the handler runs, so nothing is left to check.
  route(app, contract.checkUser, async () => ({ ok: true }));
  route(app, contract.checkAdmin, async () => ({ ok: true }));
}

function emailRoutes(app: FastifyInstance, deps: Deps): void {
  const sent = { success: true, message: 'Check your inbox: a link is on its way' };

  route(app, accountEmail.confirmEmail, async ({ body }) => {
    await confirmation.confirmEmail(deps, body.token);
    return { success: true, message: 'Your email is confirmed' };
  });

  route(app, accountEmail.readAccountEmail, async ({ caller }) => ({
    success: true,
    ...(await confirmation.readAccountEmail(deps, caller)),
  }));

  route(app, accountEmail.changeEmail, async ({ body, caller, request }) => {
    await confirmation.changeEmail(deps, caller, body.email, request.ip);
    return sent;
  });

  route(app, accountEmail.sendConfirmation, async ({ caller, request }) => {
    await confirmation.sendConfirmation(deps, caller, request.ip);
    return sent;
  });
}
