/** Which drafts a shop needs, by where it is and where it sells. */
import type { LegalTextKind } from '../../../../contract/legal-texts.ts';
import { writeAccessibility, writePrivacy } from './data-texts.ts';
import { writeCommercialTransactions, writeImprint } from './identity-texts.ts';
import { writeReturns, writeWithdrawal } from './rights-texts.ts';
import { writeShippingAndPayment, writeTerms } from './terms-texts.ts';
import { DRAFT_NOTE, sellsTo, type TextData } from './text-data.ts';

export interface LegalDraft {
  kind: LegalTextKind;
  title: string;
  slug: string;
  /** Markdown. It begins with a note that it is a draft. */
  write: (data: TextData) => string;
}

/** What the choice of the drafts depends on. */
type Choice = Pick<TextData, 'home' | 'markets'>;

function chooseWithdrawal(choice: Choice): LegalDraft {
  const kind = 'withdrawal';
  const sells = (...markets: TextData['home'][]) => sellsTo(choice as TextData, ...markets);
  if (sells('EU')) return { kind, title: 'Right of withdrawal', slug: 'right-of-withdrawal', write: writeWithdrawal };
  if (sells('GB')) return { kind, title: 'Right to cancel', slug: 'right-to-cancel', write: writeWithdrawal };
  return { kind, title: 'Returns and refunds', slug: 'returns', write: writeReturns };
}

const IMPRINT: LegalDraft = { kind: 'imprint', title: 'Imprint', slug: 'imprint', write: writeImprint };
const COMPANY: LegalDraft = { kind: 'imprint', title: 'Company details', slug: 'company-details', write: writeImprint };
const TERMS: LegalDraft = { kind: 'terms', title: 'Terms and conditions', slug: 'terms', write: writeTerms };
const PRIVACY: LegalDraft = { kind: 'privacy', title: 'Privacy notice', slug: 'privacy', write: writePrivacy };
const SHIPPING: LegalDraft = {
  kind: 'shipping_payment',
  title: 'Shipping and payment',
  slug: 'shipping-and-payment',
  write: writeShippingAndPayment,
};
const ACCESSIBILITY: LegalDraft = { kind: 'accessibility', title: 'Accessibility', slug: 'accessibility', write: writeAccessibility };
const TRANSACTIONS: LegalDraft = {
  kind: 'commercial_transactions',
  title: 'Specified Commercial Transactions',
  slug: 'specified-commercial-transactions',
  write: writeCommercialTransactions,
};

/** In the order in which they stand in the footer. */
export function listDrafts(choice: Choice): LegalDraft[] {
  const isIn = (...markets: TextData['home'][]) => markets.some((it) => choice.markets.includes(it) || choice.home === it);
  const isEuropean = choice.home === 'EU' || choice.home === 'CH';
  return [
    isEuropean || (choice.home !== 'GB' && isIn('EU', 'CH')) ? IMPRINT : COMPANY,
    TERMS,
    chooseWithdrawal(choice),
    PRIVACY,
    SHIPPING,
    ACCESSIBILITY,
    ...(isIn('JP') ? [TRANSACTIONS] : []),
  ];
}

export const writeDraft = ({ write }: LegalDraft, data: TextData): string => `${DRAFT_NOTE}\n\n${write(data).trim()}\n`;
