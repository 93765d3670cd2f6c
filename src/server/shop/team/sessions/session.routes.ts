/** Where an account is logged in, and ending that. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/account-security.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import * as service from './session.service.ts';

const MESSAGE = 'Logged out there';

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listSessions, async ({ caller }) => ({ success: true, sessions: await service.listSessions(deps, caller) }));

  route(app, contract.endSession, async ({ caller, params }) => {
    await service.endSession(deps, caller, params.id);
    return { success: true, message: MESSAGE };
  });

  route(app, contract.endOtherSessions, async ({ caller }) => ({
    success: true,
    message: MESSAGE,
    ended: await service.endOtherSessions(deps.db, caller),
  }));

  route(app, contract.endUserSessions, async ({ caller, params }) => ({
    success: true,
    message: MESSAGE,
    ended: await service.endUserSessions(deps.db, caller, params.id),
  }));
}
