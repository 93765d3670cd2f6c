/** A gift card, to whoever it is for. Its code is a secret: the outbox keeps the email encrypted, as it does with licence keys. */
import { formatGiftCode } from '../../../../../contract/balance-fields.ts';
import { formatMoney } from '../../../../../contract/money.ts';
import type { EmailMessage } from '../email-message.ts';
import { toSingleLine } from './email-block.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

interface GiftCardData extends EmailContext {
  code: string;
  amount: number;
  currency: string;
  /** Empty: not said. */
  name: string;
  from: string;
  message: string;
  /** Null: it never ends. */
  expiresAt: Date | null;
}

const REASON = 'You receive this email because somebody chose this address for a gift card of our shop.';

/** The last day on which it can be spent. */
const formatLastDay = (expiresAt: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(expiresAt.getTime() - 1));

export function renderGiftCardEmail({ code, amount, currency, name, from, message, expiresAt, ...context }: GiftCardData): EmailMessage {
  const { shop, publicUrl } = context;
  const sum = formatMoney(amount, { currency, locale: shop.priceLocale });
  const shown = formatGiftCode(code);
  const words = message.trim();
  const sender = toSingleLine(from);
  return renderEmail({
    ...context,
    kind: 'gift card',
    reason: REASON,
    values: { amount: sum },
    secrets: [shown, code],
    blocks: [
      OPENING,
      words || sender
        ? {
            title: toSingleLine([name && `For ${name}`, sender && `from ${sender}`].filter(Boolean).join(', ')) || 'For you',
            lines: words || '♥',
          }
        : null,
      {
        rows: [
          ['Code', shown],
          ['Balance', sum],
          ...(expiresAt ? [['Valid until', formatLastDay(expiresAt, shop.timeZone)] as const] : []),
        ],
      },
      CLOSING,
      publicUrl ? { link: 'Start shopping', url: publicUrl } : null,
    ],
  });
}
