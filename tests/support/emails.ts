/** An email for tests that aren't about its content. */
import { DEFAULT_SHOP_DETAILS } from '../../src/contract/settings.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { emails } from '../../src/server/shop/database/schema/messages.ts';
import type { EmailMessage } from '../../src/server/shop/messages/emails/email-message.ts';
import { openLinks } from '../../src/server/shop/messages/emails/sealed-links.ts';
import { renderEmail } from '../../src/server/shop/messages/emails/templates/email-layout.ts';

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

/** The outbox, oldest first, each email as its recipient gets it: with the links that are stored encrypted. */
export async function listOutbox(db: Database): Promise<(typeof emails.$inferSelect)[]> {
  const rows = await db.select().from(emails).orderBy(emails.createdAt, emails.id);
  const opened: (typeof emails.$inferSelect)[] = [];
  // One after the other: a transaction can't run two queries at once.
  for (const row of rows) opened.push({ ...row, ...(await openLinks(db, row, new Date(0))) });
  return opened;
}
