/** Renders an email: the same content as plain text and as HTML. */
import type { EmailKind, EmailMessage } from '../email-message.ts';
import { type EmailBlock, toSingleLine, toText } from './email-block.ts';
import { renderHtml } from './email-html.ts';

export interface EmailContent {
  kind: EmailKind;
  recipient: { name: string; email: string };
  subject: string;
  /** Null: left out. */
  blocks: readonly (EmailBlock | null)[];
}

const FOOTER = 'You receive this email because you have an account in our shop.';

export function renderEmail({ kind, recipient, subject, blocks }: EmailContent): EmailMessage {
  const greeting = `Hello ${toSingleLine(recipient.name)},`;
  const content = [greeting, ...blocks.filter((block) => block !== null)];
  return {
    kind,
    recipient: toSingleLine(recipient.email),
    subject: toSingleLine(subject),
    text: `${content.map(toText).join('\n\n')}\n\n--\n${FOOTER}\n`,
    html: renderHtml({ subject, blocks: content, footer: FOOTER }),
  };
}
