/** The delivery log: listing it, sending again, tests, and cleaning up. */
import { DAY } from '../../../../contract/values.ts';
import { TEST_EVENT, type WebhookAttempt, type WebhookDelivery, type WebhookState } from '../../../../contract/webhook.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { KeysetQuery } from '../../../platform/database/keyset-pagination.ts';
import { AppError } from '../../../platform/errors.ts';
import { listMembers } from '../../team/roles/team.repository.ts';
import { readEmailShop } from '../emails/email-settings.service.ts';
import { queueEmail } from '../emails/outbox.ts';
import type { WebhookFailure } from '../emails/templates/team-emails.ts';
import * as repository from './delivery.repository.ts';
import { claimFailureNotice } from './delivery.repository.ts';
import { findEndpoint } from './endpoint.repository.ts';
import { createEndpointNotFound } from './endpoint.service.ts';
import { createEventFor, deleteEventsBefore } from './event.repository.ts';

/** Tells the owners by email that an endpoint doesn't accept its deliveries, in the transaction that gives one up. */

/** Once a day per endpoint, however many deliveries are given up. An endpoint that was switched off is always reported. */
export async function notifyOwners(
  tx: Database,
  { now, publicUrl }: Pick<Deps, 'now' | 'publicUrl'>,
  endpointId: string,
  failure: WebhookFailure,
): Promise<void> {
  const at = now();
  if (failure === 'failed' && !(await claimFailureNotice(tx, endpointId, new Date(at.getTime() - DAY), at))) return;
  const endpoint = await findEndpoint(tx, endpointId);
  if (!endpoint) return;
  const { renderWebhookFailedEmail } = await import('../emails/templates/team-emails.ts');
  const shop = await readEmailShop(tx);
  const owners = (await listMembers(tx)).filter(({ role }) => role === 'owner');
  for (const { email } of owners)
    await queueEmail(tx, renderWebhookFailedEmail({ recipient: email, publicUrl, shop, url: endpoint.url, failure }), at);
}

const RETENTION = 30 * DAY;
const DELETED_AT_ONCE = 2000;

type Context = Pick<Deps, 'db' | 'now'>;

const createOffError = () => new AppError('webhook_endpoint_off', 'This endpoint is off. Turn it on first.');

export function listDeliveries(db: Database, { state, endpoint, ...page }: KeysetQuery & { state?: WebhookState; endpoint?: string }) {
  return repository.listDeliveries(db, { ...(state && { state }), ...(endpoint && { endpoint }) }, page);
}

async function requireDelivery(db: Database, id: string): Promise<WebhookDelivery> {
  const delivery = await repository.findDelivery(db, id);
  if (!delivery) throw new AppError('webhook_delivery_not_found', 'There is no such delivery. They are kept for 30 days.');
  return delivery;
}

/** Throws `webhook_delivery_not_found`. */
export async function readDelivery(
  db: Database,
  id: string,
): Promise<{ delivery: WebhookDelivery; log: WebhookAttempt[]; body: string | null }> {
  const delivery = await requireDelivery(db, id);
  return { delivery, ...((await repository.findDeliveryLog(db, id)) ?? { log: [], body: null }) };
}

/** Throws `webhook_delivery_not_found` and `webhook_endpoint_off`. */
export async function resendDelivery({ db, now }: Context, id: string): Promise<WebhookDelivery> {
  const { endpoint } = await requireDelivery(db, id);
  if (!endpoint.isEnabled) throw createOffError();
  await repository.requeueDelivery(db, id, now());
  return requireDelivery(db, id);
}

/** Returns how many. Throws `webhook_endpoint_not_found` and `webhook_endpoint_off`, if one endpoint is named. */
export async function resendFailedDeliveries({ db, now }: Context, only: { id?: string; endpoint?: string }): Promise<number> {
  if (only.endpoint) {
    const endpoint = await findEndpoint(db, only.endpoint);
    if (!endpoint) throw createEndpointNotFound();
    if (!endpoint.isEnabled) throw createOffError();
  }
  return repository.requeueFailedDeliveries(db, now(), only);
}

/** Throws `webhook_endpoint_not_found` and `webhook_endpoint_off`. */
export async function sendTestEvent({ db, now }: Context, endpointId: string): Promise<WebhookDelivery> {
  return db.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, endpointId);
    if (!endpoint) throw createEndpointNotFound();
    if (!endpoint.isEnabled) throw createOffError();
    return requireDelivery(tx, await createEventFor(tx, endpointId, { type: TEST_EVENT, subjectId: endpointId, createdAt: now() }));
  });
}

/** Page by page, so that no transaction is long. */
export async function cleanUpWebhooks({ db, now }: Context, signal: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - RETENTION);
  while (!signal.aborted && (await deleteEventsBefore(db, before, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
}
