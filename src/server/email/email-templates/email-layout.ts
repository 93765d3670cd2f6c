/**
 * Renders an email: the same content as plain text and as HTML. No email says what its account typed, such as a name or an address:
 * nobody has confirmed that the email address is theirs, so these would be a stranger's words to a stranger.
 */
import type { EmailKind, EmailMessage } from '../email-message.ts';
import { type EmailBlock, toSingleLine, toText } from './email-block.ts';
import { renderHtml } from './email-html.ts';

export interface EmailContent {
  kind: EmailKind;
  /** An email address. */
  recipient: string;
  subject: string;
  /** Null: left out. */
  blocks: readonly (EmailBlock | null)[];
}

const GREETING = 'Hello,';
const FOOTER = 'You receive this email because this address belongs to an account in our shop.';

export function renderEmail({ kind, recipient, subject, blocks }: EmailContent): EmailMessage {
  const content = [GREETING, ...blocks.filter((block) => block !== null)];
  return {
    kind,
    recipient: toSingleLine(recipient),
    subject: toSingleLine(subject),
    text: `${content.map(toText).join('\n\n')}\n\n--\n${FOOTER}\n`,
    html: renderHtml({ subject, blocks: content, footer: FOOTER }),
  };
}
