/** Drafts on data and on accessibility. */
import { addressOf, authorityOf, countryOf, emailOf, fillIn, nameShop, phoneOf, sellsTo, type TextData } from './text-data.ts';

/** Only where the law asks for one. */
const basisOf = (data: TextData, words: string) => (sellsTo(data, 'EU', 'GB') ? ` (${words})` : '');

export function writePrivacy(data: TextData): string {
  const isCalifornian = sellsTo(data, 'US');
  return `## Who is responsible

${nameShop(data)}  
${addressOf(data)}  
${countryOf(data)}  
Email: ${emailOf(data)}  
Phone: ${phoneOf(data)}

${fillIn('the name and address of your data protection officer or representative, if you need one; or delete this line')}

Which data the shop itself stores, where and for how long is listed in our [Privacy Policy](/policy). This page says what for, and what your rights are.

## What we use data for

- **Your order**: name, email, address and what you bought, to deliver it, to answer you and for returns${basisOf(data, 'to perform the contract, GDPR Art. 6(1)(b)')}.
- **Our books**: invoices and payments, as long as tax law makes us keep them${basisOf(data, 'a legal duty, Art. 6(1)(c)')}: ${fillIn('how many years in your country')}.
- **Your account**, if you make one: your details and orders, until you delete it${basisOf(data, 'Art. 6(1)(b)')}.
- **Security**: counts of failed logins and of requests, for a short time${basisOf(data, 'our interest in a shop that works, Art. 6(1)(f)')}.
- ${fillIn('a newsletter, analytics or advertising, if you have any, each with its basis; or delete this line')}

## Who gets it

- ${fillIn('your payment provider, with name and country')}
- ${fillIn('the carriers that you ship with')}
- ${fillIn('who runs your server and sends your email, with name and country')}
- Tax advisers and authorities, where the law asks for it

${sellsTo(data, 'EU', 'GB', 'CH') ? `${fillIn('whether data goes to countries outside of yours, to which, and what protects it there; or that it does not')}\n` : ''}
## Your rights

You may ask us what we store about you, have it corrected or deleted, have its use limited, object to it, and get it in a form that other programs read. In your account, Security has a copy and the deletion. What you agreed to, you may take back at any time. Write to ${emailOf(data)}.

${sellsTo(data, 'EU', 'GB', 'CH') ? 'You may also complain to an authority' : 'If we can’t settle it, you may turn to an authority'}: ${authorityOf(data)}.
${isCalifornian ? `\n## United States\n\nWe do not sell or share personal data. ${fillIn('check that this is so: advertising and analytics of others count as sharing. Then name how you honour Global Privacy Control')}\n` : ''}
## No decision by a machine alone

${fillIn('that you make none, or which ones, such as checks of credit')}
`;
}

export function writeAccessibility(data: TextData): string {
  const standard = sellsTo(data, 'EU')
    ? 'the Web Content Accessibility Guidelines (WCAG) 2.1, level AA, as the European standard EN 301 549 has them'
    : 'the Web Content Accessibility Guidelines (WCAG) 2.1, level AA';
  return `${nameShop(data)} wants everybody to be able to buy here.

## What this shop is measured by

Its pages are built for ${standard}. You can use them with the keyboard alone and with a screen reader, enlarge them, and choose light or dark colours.

## How to buy

Products are found by search, categories and filters. Cart and checkout are forms with labels; what is wrong is said beside the field. The page of your order and our emails are text.

## What does not work yet

${fillIn('what you found in your own texts, images and documents, and by when you mend it; or that you know of nothing')}

This statement was written on ${fillIn('the date')}, after ${fillIn('how you checked it: a test of your own, or one by somebody else')}.

## Tell us

If something keeps you from buying, write to ${emailOf(data)} or call ${phoneOf(data)}. We answer within ${fillIn('how many')} days.
${sellsTo(data, 'EU') ? `\nThe authority that watches over it: ${fillIn('the market surveillance authority for accessibility of your country')}\n` : ''}`;
}
