import type { EmailMessage } from '../email-message.ts';
import { toSingleLine } from './email-block.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

/** given up: it took no delivery for a day. gone: it answered 410 Gone. */
export type WebhookFailure = 'given up' | 'gone';

const TEXTS = {
  'given up': {
    subject: 'A webhook could not be delivered',
    text: 'This endpoint has not accepted an event, although it was sent again and again for a day. It is not sent any more by itself.',
    next: 'The log shows what the endpoint answered. Once it works again, send from there what it missed.',
  },
  gone: {
    subject: 'A webhook endpoint was switched off',
    text: 'This endpoint answered 410 Gone: it wants no more events. It was switched off.',
    next: 'If that was a mistake, switch it on again.',
  },
};

export function renderWebhookFailedEmail({
  url,
  failure,
  ...context
}: EmailContext & { url: string; failure: WebhookFailure }): EmailMessage {
  const { subject, text, next } = TEXTS[failure];
  return renderEmail({
    kind: 'webhook failed',
    ...context,
    subject,
    reason: 'You receive this email because you own this shop.',
    blocks: [
      text,
      { rows: [['Endpoint', toSingleLine(url)]] },
      next,
      context.publicUrl ? { link: 'Open the webhooks', url: `${context.publicUrl}/dashboard/admin/webhooks` } : null,
    ],
  });
}
