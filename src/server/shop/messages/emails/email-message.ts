import type { EmailKind } from '../../../../contract/email-settings.ts';
import type { EmailAttachment } from '../../database/schema/messages.ts';

/** An email as the outbox stores it. */
export interface EmailMessage {
  kind: EmailKind;
  /** A single email address. */
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** The account that it is about. */
  userId?: string;
  /** The test order that it is about, with which it is deleted. */
  testOrderId?: string;
  /** Parts of its texts that are stored encrypted only, as links are (sealed-links.ts). */
  secrets?: readonly string[];
  /** Attached when it is sent: by their ids. */
  attachments?: EmailAttachment[];
  /** When its link expires: after that it isn't sent any more. */
  linkUntil?: Date;
}
