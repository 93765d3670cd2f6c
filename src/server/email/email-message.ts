import type { EmailKind } from '../../contract/email-kinds.ts';

/** An email as the outbox stores it. */
export interface EmailMessage {
  kind: EmailKind;
  /** A single email address. */
  recipient: string;
  subject: string;
  text: string;
  html: string;
}
