import type { EmailMessage } from '../email-message.ts';
import { toSingleLine } from './email-block.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

/** given up: no delivery succeeded for a day. gone: it answered 410 Gone. */
export type WebhookFailure = 'given up' | 'gone';

const KINDS = { 'given up': 'webhook failed', gone: 'webhook gone' } as const;

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
