/**
 * Renders an email: the same content as plain text and as HTML. No email says what its account typed, such as a name or an address:
 * nobody has confirmed that the email address is theirs, so these would be a stranger's words to a stranger.
 */
import type { EmailKind } from '../../../contract/email-kinds.ts';
import type { ShopDetails } from '../../../contract/shop-details.ts';
import type { EmailMessage } from '../email-message.ts';
import { type EmailBlock, toLines, toSingleLine, toText } from './email-block.ts';
import { renderHtml } from './email-html.ts';
import { fillWords, type OwnWords } from './fill-words.ts';

/** What each email needs, whatever it is about. */
export interface EmailContext {
  /** An email address. */
  recipient: string;
  /** Origin of the shop as customers see it; null: the email has no links. */
  publicUrl: string | null;
  /** Who writes, and in which words; absent: the default ones. */
  shop: Pick<ShopDetails, 'name' | 'email' | 'phone' | 'address' | 'legalDetails' | 'timeZone' | 'currency' | 'priceLocale'> & {
    words?: OwnWords;
  };
}

/** Where the paragraphs stand that a merchant may write. */
export const OPENING = { words: 'opening' } as const;
export const CLOSING = { words: 'closing' } as const;

export interface EmailContent extends EmailContext {
  kind: EmailKind;
  /** What its placeholders stand for, besides `shop`. */
  values?: Record<string, string>;
  /** Why it comes; absent: the address belongs to an account. */
  reason?: string;
  /** Null: left out. */
  blocks: readonly (EmailBlock | typeof OPENING | typeof CLOSING | null)[];
  /** The recipient bought without an account. */
  isGuest?: boolean;
}

const GREETING = 'Hello,';
const ACCOUNT_REASON = 'You receive this email because this address belongs to an account in our shop.';
const GUEST_REASON = 'You receive this email because this address was given with an order in our shop.';

/** Who writes, how to reach them, and why they do. */
function listFooterLines({
  shop: { name, email, phone, address, legalDetails },
  isGuest,
  reason = isGuest ? GUEST_REASON : ACCOUNT_REASON,
}: Pick<EmailContent, 'shop' | 'isGuest' | 'reason'>): string[] {
  return [name, address, email, phone, legalDetails].flatMap(toLines).concat(reason);
}

export function renderEmail({ kind, recipient, values, blocks, ...context }: EmailContent): EmailMessage {
  const { shop } = context;
  const words = fillWords(kind, shop.words, { ...values, shop: shop.name });
  const footer = listFooterLines(context);
  const filled = blocks.flatMap((block): readonly EmailBlock[] => {
    if (block === null) return [];
    return typeof block === 'object' && 'words' in block ? words[block.words] : [block];
  });
  const content = [GREETING, ...filled];
  return {
    kind,
    recipient: toSingleLine(recipient),
    subject: words.subject,
    text: `${content.map(toText).join('\n\n')}\n\n--\n${footer.join('\n')}\n`,
    html: renderHtml({ subject: words.subject, blocks: content, footer }),
  };
}
