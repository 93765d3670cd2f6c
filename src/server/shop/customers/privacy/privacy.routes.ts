/** Exporting a person's data, and erasing a person: by themselves or by the team. */
import type { FastifyInstance } from 'fastify';
import { eraseGuest, exportGuestData } from '../../../../contract/customer.ts';
import * as contract from '../../../../contract/privacy.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import * as privacy from './privacy.service.ts';
import { cancelCheckouts, eraseAccount, exportPersonalData, requireExportAttempt } from './privacy.service.ts';

const MESSAGE = 'The account is deleted';

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.exportOwnData, async ({ caller }) => {
    await requireExportAttempt(deps, caller);
    return { success: true, data: await exportPersonalData(deps, caller.id) };
  });

  route(app, contract.exportCustomerData, async ({ caller, params }) => {
    await requireExportAttempt(deps, caller);
    return { success: true, data: await exportPersonalData(deps, params.id) };
  });

  route(app, exportGuestData, async ({ caller, params }) => {
    await requireExportAttempt(deps, caller);
    return { success: true, data: await privacy.exportGuestData(deps, params.id) };
  });

  route(app, eraseGuest, async ({ params }) => {
    await privacy.eraseGuest(deps, params.id);
    return { success: true, message: 'The guest is deleted' };
  });

  route(app, contract.eraseOwnAccount, async ({ caller }) => {
    await cancelCheckouts(deps, caller.id);
    await eraseAccount(deps, caller.id);
    return { success: true, message: MESSAGE };
  });

  route(app, contract.eraseCustomer, async ({ params }) => {
    await cancelCheckouts(deps, params.id);
    await eraseAccount(deps, params.id);
    return { success: true, message: MESSAGE };
  });
}
