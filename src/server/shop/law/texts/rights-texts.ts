/** Drafts on what customers may do after an order: withdraw, or return it. */
import { WITHDRAWAL_SLUG, WITHDRAWAL_TITLE } from '../../../../contract/withdrawal-fields.ts';
import {
  addressOf,
  countryOf,
  emailOf,
  fillIn,
  nameShop,
  phoneOf,
  sellsTo,
  shortAddressOf,
  type TextData,
  toPlain,
  withdrawalDaysOf,
} from './text-data.ts';

const contact = (data: TextData) => `${nameShop(data)}  
${addressOf(data)}  
${countryOf(data)}  
Email: ${emailOf(data)}  
Phone: ${phoneOf(data)}`;

const sentBack = (data: TextData) =>
  fillIn(
    `who pays to send it back: “We do.” or “You do.”; if you say nothing, you have to pay. For bulky items name what it costs in ${data.shop.currency}`,
  );

/** The European Union's right; the United Kingdom's is the same under another name, and a shop that sells to both has one page. */
export function writeWithdrawal(data: TextData): string {
  const days = withdrawalDaysOf(data);
  const isBritish = !sellsTo(data, 'EU');
  const [right, verb] = isBritish ? ['right to cancel', 'cancel'] : ['right of withdrawal', 'withdraw from'];
  const both = sellsTo(data, 'EU') && sellsTo(data, 'GB') ? ' In the United Kingdom it is called the right to cancel.' : '';
  const online = data.shop.withdrawalDays
    ? `Quickest is [${WITHDRAWAL_TITLE}](/pages/${WITHDRAWAL_SLUG}) in the footer: you state it, confirm it, and get a receipt with date and time by email. No login and no reason are needed.`
    : `${fillIn('the online function: set the days of the right of withdrawal under Settings, General, then link to its page here')}`;
  return `If you buy as a consumer, you have a ${right}.${both}

## The right and its period

You may ${verb} the contract within ${days} days, and you need not say why. The period ends ${days} days after the day on which you, or somebody you named who is not the carrier, got the product. If one order comes in several parcels, the last one counts. For what is not delivered on a carrier, such as a download, it counts from the day of the order.

It is enough to tell us before the period ends.

## How to use it

${online}

Or tell us in any other clear statement, by post or email:

${contact(data)}

You may use the model form below, but you need not.

## What happens then

We pay back all that you paid us, with the shipping to you; what an express delivery cost beyond our cheapest standard rate is not part of that. We do so within 14 days of the day on which your statement arrives, by the way you paid, unless we agree on another, and at no cost to you. We may wait until the product is back, or until you show that you sent it, whichever is earlier.

Send it back, or hand it over to us, within 14 days of your statement. Sending it within that time is enough. Cost of the return: ${sentBack(data)}

You only have to make good a loss in value if you handled it more than is needed to see what it is, how it is made and how it works.

## When there is no such right

- What was made to your wishes, or clearly for you alone
- What spoils quickly
- What is sealed for reasons of health or hygiene, once you opened it
- Sealed recordings and software, once you opened them
- A download that began before the period ended, if you asked for that and knew that the right ends with it
- ${fillIn('further exceptions that apply to what you sell, or delete this line')}

Where one of them applies to a product, its page says so.

## Model form

(Fill in this form and send it back only if you want to ${verb} the contract.)

- To ${nameShop(data)}, ${shortAddressOf(data)}, ${emailOf(data)}:
- I/we (*) hereby ${isBritish ? 'cancel' : 'withdraw from'} my/our (*) contract for the sale of the following products (*) / for the following service (*):
- Ordered on (*) / received on (*):
- Name of the consumer(s):
- Address of the consumer(s):
- Signature of the consumer(s), only on paper:
- Date:

(*) Strike out what does not apply.
`;
}

export function writeReturns(data: TextData): string {
  const returnsLine = toPlain(data.returnsLine);
  return `## What you can return

${returnsLine ? `${returnsLine.replace(/[.]?$/, '.')} ` : `${fillIn('within how many days of the delivery, and in which condition')} `}Write to us before you send something back, with the number of your order:

${contact(data)}

## How you are refunded

We refund by the way you paid, within ${fillIn('how many')} days of the day on which the return arrives. ${fillIn('whether the shipping to the customer is refunded too')}

Cost of the return: ${fillIn('who pays for it')}

## What can’t be returned

${fillIn('what you take back in no case, such as perishables and what was made to order; or “Nothing”')}

## If it is faulty

If something arrives damaged, wrong or not as described, we put it right at our cost, whatever stands above. ${fillIn('what the law of your country or state gives customers, in its words where it asks for them')}
`;
}
