/**
 * Renders an email as plain text and HTML with the same content. Emails never contain text that was typed for an account, such as a name or
 * an address: it isn't confirmed that the email address belongs to the account, so that would send a stranger's words to a stranger.
 */
import type { EmailKind } from '../../../../../contract/email-settings.ts';
import { chooseAccentColors, type ShopDetails } from '../../../../../contract/settings.ts';
import { WITHDRAWAL_TITLE } from '../../../../../contract/withdrawal-fields.ts';
import { emailImageUrl } from '../../../content/media/image-url.ts';
import type { EmailAttachment } from '../../../database/schema/messages.ts';
import type { EmailMessage } from '../email-message.ts';
import { type EmailBlock, toLines, toSingleLine, toText } from './email-block.ts';
import { type EmailBrand, renderHtml } from './email-html.ts';
import { fillWords, type OwnWords } from './fill-words.ts';

/** What each email needs. */
export interface EmailContext {
  /** An email address. */
  recipient: string;
  /** The account that the email is about; absent: none. */
  userId?: string | null;
  /** When its link ends; absent: never. */
  linkUntil?: Date;
  /** The test order that it is about; absent: none. */
  testOrderId?: string;
  /** What is attached, by name; absent: nothing. */
  attachments?: EmailAttachment[];
  /** Origin of the shop as customers see it; null: the email has no links. */
  publicUrl: string | null;
  /** The form to withdraw from the order that it is about; absent: none. */
  withdrawalUrl?: string;
  /** Shop details and texts; absent: the defaults. */
  shop: Pick<ShopDetails, 'name' | 'email' | 'phone' | 'address' | 'legalDetails' | 'timeZone' | 'currency' | 'priceLocale'> &
    Partial<Pick<ShopDetails, 'accentColor' | 'logo'>> & {
      words?: OwnWords;
    };
}

/** Marks the place of the paragraphs that a merchant may write. */
export const OPENING = { words: 'opening' } as const;
export const CLOSING = { words: 'closing' } as const;

export interface EmailContent extends EmailContext {
  kind: EmailKind;
  /** Values of its placeholders, besides `shop`. */
  values?: Record<string, string>;
  /** Why the recipient gets it; absent: because the address belongs to an account. */
  reason?: string;
  /** Null: left out. */
  blocks: readonly (EmailBlock | typeof OPENING | typeof CLOSING | null)[];
  /** The recipient bought without an account. */
  isGuest?: boolean;
  /** Texts in it that are never stored as they are, such as licence keys. */
  secrets?: readonly string[];
}

const GREETING = 'Hello,';
const TEST_NOTE = 'This is a test order: nothing was charged, and nothing is shipped. Only you get this email.';
const ACCOUNT_REASON = 'You receive this email because this address belongs to an account in our shop.';
const GUEST_REASON = 'You receive this email because this address was given with an order in our shop.';

/** The sender's contact details, and why the recipient gets this email. */
function listFooterLines({
  shop: { name, email, phone, address, legalDetails },
  isGuest,
  reason = isGuest ? GUEST_REASON : ACCOUNT_REASON,
}: Pick<EmailContent, 'shop' | 'isGuest' | 'reason'>): string[] {
  return [name, address, email, phone, legalDetails].flatMap(toLines).concat(reason);
}

/** A logo is on the shop's host, so without its public address the name is shown instead. */
function readBrand({ shop, publicUrl }: Pick<EmailContext, 'shop' | 'publicUrl'>): EmailBrand {
  const { name, logo, accentColor } = shop;
  const { ground: accent, letters: onAccent } = chooseAccentColors(accentColor);
  return { name, logo: logo && publicUrl ? emailImageUrl(logo, publicUrl, 'png') : null, url: publicUrl, accent, onAccent };
}

export function renderEmail({ kind, recipient, values, blocks, ...context }: EmailContent): EmailMessage {
  const { shop } = context;
  const words = fillWords(kind, shop.words, { ...values, shop: shop.name });
  const footer = listFooterLines(context);
  const filled = blocks.flatMap((block): readonly EmailBlock[] => {
    if (block === null) return [];
    return typeof block === 'object' && 'words' in block ? words[block.words] : [block];
  });
  const isTest = context.testOrderId !== undefined;
  const subject = isTest ? `[Test] ${words.subject}` : words.subject;
  const withdrawal = context.withdrawalUrl ? [{ link: WITHDRAWAL_TITLE, url: context.withdrawalUrl }] : [];
  const content = [...(isTest ? [TEST_NOTE] : []), GREETING, ...filled, ...withdrawal];
  return {
    kind,
    recipient: toSingleLine(recipient),
    subject,
    text: `${content.map(toText).join('\n\n')}\n\n--\n${footer.join('\n')}\n`,
    html: renderHtml({ brand: readBrand(context), subject, blocks: content, footer }),
    ...(context.userId && { userId: context.userId }),
    ...(context.testOrderId && { testOrderId: context.testOrderId }),
    ...(context.secrets?.length && { secrets: context.secrets.map((it) => toSingleLine(it)) }),
    ...(context.attachments?.length && { attachments: context.attachments }),
    ...(context.linkUntil && { linkUntil: context.linkUntil }),
  };
}
