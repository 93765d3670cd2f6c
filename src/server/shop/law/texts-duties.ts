/** Duties to say something: who the shop is, and the texts that customers must find. */
import { checkCookies } from './checks/check-checkout.ts';
import {
  checkAccessibilityText,
  checkCommercialTransactions,
  checkConfirmation,
  checkDisputeLink,
  checkImprint,
  checkPrivacy,
  checkReturnsText,
  checkWithdrawalText,
} from './checks/check-texts.ts';
import { type DutyDefinition, FIX } from './duty.ts';

export const TEXT_DUTIES: readonly DutyDefinition[] = [
  {
    id: 'imprint',
    title: 'Who the shop is, one click from every page',
    sources: {
      EU: { law: 'Directive 2000/31/EC, Art. 5 (Germany: § 5 DDG; Austria: § 5 ECG)' },
      GB: { law: 'Electronic Commerce Regulations 2002, reg. 6; Company, LLP and Business Regulations 2015' },
      CH: { law: 'Unfair Competition Act (UWG), Art. 3(1)(s)' },
    },
    advice: 'Enter name, address and email under Settings, General, make the draft of the imprint, fill in its gaps and publish it.',
    fixAt: FIX.texts,
    check: checkImprint,
  },
  {
    id: 'withdrawal_instructions',
    title: 'Instructions on withdrawal, with the model form',
    sources: {
      EU: { law: 'Directive 2011/83/EU, Art. 6(1)(h) and Annex I' },
      GB: { law: 'Consumer Contracts Regulations 2013, reg. 13 and Sch. 2, 3' },
    },
    advice: 'Make the draft of the instructions, fill in its gaps and publish it. Without them customers have 12 months more.',
    fixAt: FIX.texts,
    check: checkWithdrawalText,
  },
  {
    id: 'returns_policy',
    title: 'How returns and refunds work, where customers find it',
    sources: {
      US: { law: 'Law of several states, such as California Civil Code § 1723' },
      CA: { law: 'Consumer protection acts of the provinces' },
      AU: { law: 'Australian Consumer Law, s. 29, 54–59' },
    },
    advice: 'Make the draft on returns, fill in its gaps and publish it.',
    fixAt: FIX.texts,
    check: checkReturnsText,
  },
  {
    id: 'contract_confirmation',
    title: 'Terms and withdrawal attached to the confirmation of orders',
    sources: {
      EU: { law: 'Directive 2011/83/EU, Art. 8(7)' },
      GB: { law: 'Consumer Contracts Regulations 2013, reg. 16' },
    },
    advice:
      'Connect a mail server, publish terms and instructions, and choose both for the confirmation under Settings, Invoices and terms.',
    fixAt: FIX.confirmation,
    check: checkConfirmation,
  },
  {
    id: 'privacy_notice',
    title: 'A privacy notice that says who is responsible',
    sources: {
      EU: { law: 'Regulation (EU) 2016/679 (GDPR), Art. 13' },
      GB: { law: 'UK GDPR, Art. 13' },
      CH: { law: 'Data Protection Act (FADP), Art. 19', since: '2023-09-01' },
      US: { law: 'State law, such as California’s CalOPPA' },
      CA: { law: 'PIPEDA, Sch. 1, 4.8' },
      AU: { law: 'Privacy Act 1988, APP 1 and 5' },
      JP: { law: 'Act on the Protection of Personal Information, Art. 21 and 32' },
    },
    advice: 'Make the draft of the privacy notice, fill in its gaps and publish it.',
    fixAt: FIX.texts,
    check: checkPrivacy,
  },
  {
    id: 'consent_before_cookies',
    title: 'Nothing that isn’t needed before somebody agrees',
    sources: {
      EU: { law: 'Directive 2002/58/EC, Art. 5(3)' },
      GB: { law: 'Privacy and Electronic Communications Regulations 2003, reg. 6' },
      US: { law: 'Global Privacy Control: state law, such as California’s CCPA' },
    },
    advice: 'Remove what sets cookies or loads scripts from elsewhere, or ask visitors before it does.',
    fixAt: FIX.privacy,
    check: checkCookies,
  },
  {
    id: 'accessibility_statement',
    title: 'A statement on accessibility',
    sources: { EU: { law: 'Directive (EU) 2019/882, Art. 13 and Annex V', since: '2025-06-28' } },
    advice: 'Make the draft of the statement, say what isn’t accessible yet, and publish it. Very small service providers are exempt.',
    fixAt: FIX.texts,
    check: checkAccessibilityText,
  },
  {
    id: 'dispute_link_removed',
    title: 'No link to the closed platform for online disputes',
    sources: { EU: { law: 'Regulation (EU) 2024/3228', since: '2025-07-20' } },
    advice: 'Delete the sentence with the link from your pages.',
    fixAt: FIX.pages,
    check: checkDisputeLink,
  },
  {
    id: 'commercial_transactions',
    title: 'The page ‘Specified Commercial Transactions’',
    sources: { JP: { law: 'Act on Specified Commercial Transactions, Art. 11' } },
    advice: 'Make the draft of the page, fill in its gaps and publish it. Customers there expect it in Japanese.',
    fixAt: FIX.texts,
    check: checkCommercialTransactions,
  },
];
