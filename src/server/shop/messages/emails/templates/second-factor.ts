import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

export type SecondFactorEmailKind = 'second factor on' | 'second factor off' | 'second factor removed' | 'recovery code used';

export function renderSecondFactorEmail(data: EmailContext & { kind: SecondFactorEmailKind }): EmailMessage {
  const { publicUrl } = data;
  return renderEmail({
    ...data,
    blocks: [OPENING, CLOSING, publicUrl ? { link: 'Set a new password', url: `${publicUrl}/forget-password` } : null],
  });
}
