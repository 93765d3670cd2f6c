import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

const TEXTS = {
  'second factor on': ['Two-step login is on', 'Your account now asks for a code of your authenticator app besides the password.'],
  'second factor off': ['Two-step login is off', 'Your account is logged in to by the password alone now.'],
  'second factor removed': [
    'Two-step login was taken away',
    'The shop took the second step of the login away from your account, and logged it out everywhere. It takes the password alone now; set the second step up again on its page of security.',
  ],
  'recovery code used': [
    'A recovery code was used',
    "One of the recovery codes of your account was just used in place of a code of your authenticator app. It can't be used again.",
  ],
} as const;

export function renderSecondFactorEmail({ kind, ...context }: EmailContext & { kind: keyof typeof TEXTS }): EmailMessage {
  const [subject, text] = TEXTS[kind];
  return renderEmail({
    kind,
    ...context,
    subject,
    blocks: [
      text,
      "If you know of this, there is nothing to do. If you don't, set a new password now and contact us.",
      context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null,
    ],
  });
}
