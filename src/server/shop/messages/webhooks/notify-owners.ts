/** Tells the owners by email that an endpoint doesn't accept its deliveries, in the transaction that gives one up. */
import { DAY } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { listMembers } from '../../team/roles/team.repository.ts';
import { readEmailShop } from '../emails/email-words.service.ts';
import { queueEmail } from '../emails/outbox.ts';
import type { WebhookFailure } from '../emails/templates/webhook-failed.ts';
import { claimFailureNotice } from './delivery.repository.ts';
import { findEndpoint } from './endpoint.repository.ts';

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
  const { renderWebhookFailedEmail } = await import('../emails/templates/webhook-failed.ts');
  const shop = await readEmailShop(tx);
  const owners = (await listMembers(tx)).filter(({ role }) => role === 'owner');
  for (const { email } of owners)
    await queueEmail(tx, renderWebhookFailedEmail({ recipient: email, publicUrl, shop, url: endpoint.url, failure }), at);
}
