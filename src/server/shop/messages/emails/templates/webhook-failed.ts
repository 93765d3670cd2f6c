import type { EmailMessage } from '../email-message.ts';
import { toSingleLine } from './email-block.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

/** failed: no delivery succeeded for a day. gone: it answered 410 Gone. */
export type WebhookFailure = 'failed' | 'gone';

const KINDS = { failed: 'webhook failed', gone: 'webhook gone' } as const;

export function renderWebhookFailedEmail({
  url,
  failure,
  ...context
}: EmailContext & { url: string; failure: WebhookFailure }): EmailMessage {
  return renderEmail({
    kind: KINDS[failure],
    ...context,
    reason: 'You receive this email because you own this shop.',
    blocks: [
      OPENING,
      { rows: [['Endpoint', toSingleLine(url)]] },
      CLOSING,
      context.publicUrl ? { link: 'Open the webhooks', url: `${context.publicUrl}/dashboard/admin/webhooks` } : null,
    ],
  });
}
