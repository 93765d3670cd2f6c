/** Who works here, and invitations to join them. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/team.ts';
import type { Deps } from '../../../deps.ts';
import { type Caller, findOptionalCaller } from '../../../platform/http/authorize.ts';
import { getPublicOrigin } from '../../../platform/http/public-origin.ts';
import { route } from '../../../platform/http/route.ts';
import * as invitation from './invitation.service.ts';
import * as team from './team.service.ts';

export function teamRoutes(app: FastifyInstance, deps: Deps): void {
  const reply = async (caller: Caller) => ({
    success: true,
    ...(await team.readTeam(deps.db, caller)),
    demandsSecondFactor: deps.accounts.demandsSecondFactor,
  });

  route(app, contract.listTeam, ({ caller }) => reply(caller));

  route(app, contract.changeTeamRole, async ({ params, body, caller }) => {
    await team.changeTeamRole(deps.db, params.id, body.role);
    return reply(caller);
  });

  route(app, contract.removeTeamMember, async ({ params, caller }) => {
    await team.removeTeamMember(deps.db, params.id);
    return reply(caller);
  });

  route(app, contract.inviteToTeam, async ({ body, caller, request }) => {
    const link = await invitation.inviteToTeam(deps, caller, body, getPublicOrigin(deps, request));
    return { ...(await reply(caller)), link };
  });

  route(app, contract.resendInvitation, async ({ params, caller, request }) => {
    const link = await invitation.resendInvitation(deps, params.id, getPublicOrigin(deps, request));
    return { ...(await reply(caller)), link };
  });

  route(app, contract.revokeInvitation, async ({ params, caller }) => {
    await invitation.revokeInvitation(deps.db, params.id);
    return reply(caller);
  });

  route(app, contract.readInvitation, async ({ body }) => ({ success: true, ...(await invitation.readInvitation(deps, body.token)) }));

  route(app, contract.acceptInvitation, async ({ body, request }) => {
    const user = await invitation.acceptInvitation(deps, await findOptionalCaller(request), body);
    return { success: true, message: 'You work here now', user };
  });
}
