/** VAT IDs for anybody who checks out, and what an account keeps for its next orders. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/company.ts';
import { HOUR } from '../../../../contract/values.ts';
import { formatVatId } from '../../../../contract/vat-id.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, createIssuesError } from '../../../platform/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { getBrowserKey, getIpNetwork, requireAttempt } from '../../team/login/rate-limits.ts';
import { findSavedBilling } from './billing.repository.ts';
import { saveBilling } from './billing.service.ts';
import { checkVat, findKnownVat, readVatId } from './vat-check.service.ts';

/** VIES answers a shop only so often: no visitor may use it up. */
const BROWSER_LIMIT = { name: 'vat-id', maxAttempts: 30, windowMs: HOUR };
const NETWORK_LIMIT = { name: 'vat-id-network', maxAttempts: 300, windowMs: HOUR };

export function companyRoutes(app: FastifyInstance, deps: Deps, { areServed }: { areServed: () => Promise<boolean> }): void {
  route(app, contract.checkVatId, async ({ body: { vatId, country, postcode = '' }, request }) => {
    if (!(await areServed())) throw new AppError('not_found', 'This shop takes no VAT IDs');
    const read = readVatId(vatId, { country: country.toUpperCase(), postcode }, 'vatId');
    if ('issue' in read) throw createIssuesError([read.issue]);
    const { id } = read;
    const known = await findKnownVat(deps, id);
    // Only what asks VIES counts.
    if (known.status === 'unavailable') {
      await requireAttempt(deps, BROWSER_LIMIT, getBrowserKey(request));
      await requireAttempt(deps, NETWORK_LIMIT, getIpNetwork(request.ip));
    }
    return { success: true, vatId: formatVatId(id), status: (known.status === 'unavailable' ? await checkVat(deps, id) : known).status };
  });

  route(app, contract.readSavedBilling, async ({ caller }) => ({ success: true, billing: await findSavedBilling(deps.db, caller.id) }));

  route(app, contract.saveBilling, async ({ body, caller }) => ({
    success: true,
    billing: await saveBilling(deps.db, caller.id, body.billing),
  }));
}
