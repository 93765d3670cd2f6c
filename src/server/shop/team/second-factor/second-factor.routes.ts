/** The caller's second factor, the second step of a login, and removing the factor of somebody who has lost it. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/second-factor.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { route } from '../../../platform/http/route.ts';
import * as service from './second-factor.service.ts';
import { logInBySecondFactor } from './second-factor-login.ts';

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.logInBySecondFactor, async ({ body, request }) => ({
    success: true,
    message: 'successfully login!',
    ...(await logInBySecondFactor(deps, body, { ip: request.ip, userAgent: request.headers['user-agent'] })),
  }));

  route(app, contract.readSecondFactor, async ({ caller }) => ({ success: true, ...(await service.readSecondFactor(deps, caller)) }));

  route(app, contract.setUpSecondFactor, async ({ caller }) => ({ success: true, ...(await service.setUpSecondFactor(deps, caller)) }));

  route(app, contract.confirmSecondFactor, async ({ body, caller }) => ({
    success: true,
    recoveryCodes: await service.confirmSecondFactor(deps, caller, body.code),
  }));

  route(app, contract.switchOffSecondFactor, async ({ body, caller }) => {
    await service.switchOffSecondFactor(deps, caller, body);
    return { success: true, message: 'Your second factor is off' };
  });

  route(app, contract.renewRecoveryCodes, async ({ caller }) => ({
    success: true,
    recoveryCodes: await service.renewRecoveryCodes(deps, caller),
  }));

  route(app, contract.removeSecondFactor, async ({ params, caller }) => {
    // One's own is switched off with password and code instead.
    if (params.id === caller.id) throw new AppError('own_second_factor', 'Turn off your own second factor on your security page');
    const isTold = await service.removeSecondFactor(deps, params.id);
    return { success: true, message: 'They log in by their password alone now', isTold };
  });
}
