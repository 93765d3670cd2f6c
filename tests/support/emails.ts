/** A letter for tests that aren't about what stands in it. */
import { type EmailMessage, renderEmail } from '../../src/server/email/email-layout.ts';

export function makeEmail(recipient: string, overrides: Partial<EmailMessage> = {}): EmailMessage {
  const draft = {
    kind: 'order paid',
    recipient,
    subject: 'Your order #1 is paid',
    greeting: 'Hello Zoë 🦉,',
    blocks: ['Grüße', 'a . dot'],
  } as const;
  return { ...renderEmail(draft), ...overrides };
}
