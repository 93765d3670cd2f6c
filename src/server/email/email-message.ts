/** An email as the outbox stores it. */
export type EmailKind =
  | 'order paid'
  | 'order shipped'
  | 'order refunded'
  | 'order message'
  | 'password changed'
  | 'login attempts'
  | 'new login'
  | 'second factor on'
  | 'second factor off'
  | 'second factor removed'
  | 'recovery code used'
  | 'confirm email'
  | 'email changed'
  | 'email taken'
  | 'account erased'
  | 'reset password'
  | 'claim orders'
  | 'new order'
  | 'daily summary'
  | 'request received'
  | 'request declined'
  | 'order request'
  | 'refund failed'
  | 'team invitation'
  | 'webhook failed';

export interface EmailMessage {
  kind: EmailKind;
  /** A single email address. */
  recipient: string;
  subject: string;
  text: string;
  html: string;
}
