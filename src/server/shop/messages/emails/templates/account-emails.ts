import { toZonedTime } from '../../../../../contract/time-zone.ts';
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

export function renderAccountErasedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'account erased',
    ...context,
    reason: 'You receive this email because this address belonged to an account in our shop.',
    blocks: [OPENING, CLOSING],
  });
}

/** To customers of a former shop. The page sends a link that proves the mailbox: this email has none that could be passed on. */
export function renderAccountMovedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'account moved',
    ...context,
    reason: 'You receive this email because this address belongs to an account in our former shop.',
    blocks: [OPENING, context.publicUrl ? { link: 'Set a password', url: `${context.publicUrl}/forget-password` } : null, CLOSING],
  });
}

const REASON = 'You receive this email because this address was entered for an account in our shop.';

/** `token`: the link's, which confirms the address; see shop/team/login/account-link.ts. */
export function renderConfirmEmail({ token, ...context }: EmailContext & { token: string }): EmailMessage {
  const { publicUrl } = context;
  return renderEmail({
    kind: 'confirm email',
    ...context,
    reason: REASON,
    blocks: [OPENING, publicUrl ? { link: 'Confirm this address', url: `${publicUrl}/confirm-email#token=${token}` } : null, CLOSING],
  });
}

/** To the old address. */
export function renderEmailChangedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'email changed',
    ...context,
    reason: 'You receive this email because this address belonged to an account in our shop until now.',
    blocks: [OPENING, CLOSING],
  });
}

export function renderEmailTakenEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'email taken',
    ...context,
    blocks: [OPENING, CLOSING, context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null],
  });
}

export function renderLoginAttemptsEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'login attempts',
    ...context,
    blocks: [OPENING, CLOSING, context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null],
  });
}

interface NewLogin {
  browser: string | null;
  system: string | null;
  ip: string;
  at: Date;
}

export function renderNewLoginEmail({ browser, system, ip, at, ...context }: EmailContext & NewLogin): EmailMessage {
  return renderEmail({
    kind: 'new login',
    ...context,
    blocks: [
      OPENING,
      {
        rows: [
          ['Device', [browser, system].filter(Boolean).join(' on ') || 'Unknown'],
          ['Network', ip],
          ['Time', `${toZonedTime(at, context.shop.timeZone).slice(0, 16).replace('T', ' ')} ${context.shop.timeZone}`],
        ],
      },
      CLOSING,
      context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null,
    ],
  });
}

export function renderPasswordChangedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'password changed',
    ...context,
    blocks: [OPENING, CLOSING, context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null],
  });
}

/** `token`: the link's, which sets a new password; see shop/team/login/account-link.ts. */
export function renderResetPasswordEmail({ token, ...context }: EmailContext & { token: string }): EmailMessage {
  const { publicUrl } = context;
  return renderEmail({
    kind: 'reset password',
    ...context,
    blocks: [OPENING, publicUrl ? { link: 'Set a new password', url: `${publicUrl}/reset-password#token=${token}` } : null, CLOSING],
  });
}

export type SecondFactorEmailKind = 'second factor on' | 'second factor off' | 'second factor removed' | 'recovery code used';

export function renderSecondFactorEmail(data: EmailContext & { kind: SecondFactorEmailKind }): EmailMessage {
  const { publicUrl } = data;
  return renderEmail({
    ...data,
    blocks: [OPENING, CLOSING, publicUrl ? { link: 'Set a new password', url: `${publicUrl}/forget-password` } : null],
  });
}
