/** An email for tests that aren't about its content. */
import { DEFAULT_SHOP_DETAILS } from '../../src/contract/default-settings.ts';
import type { EmailMessage } from '../../src/server/email/email-message.ts';
import { renderEmail } from '../../src/server/email/email-templates/email-layout.ts';

export function makeEmail(recipient: string, overrides: Partial<EmailMessage> = {}): EmailMessage {
  const draft = {
    kind: 'order paid',
    recipient,
    publicUrl: null,
    shop: DEFAULT_SHOP_DETAILS,
    values: { order: '1' },
    blocks: ['Grüße, Zoë 🦉', 'a . dot'],
  } as const;
  return { ...renderEmail(draft), ...overrides };
}
