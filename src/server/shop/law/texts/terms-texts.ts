/** Drafts of the terms, and of how to pay and what shipping costs. */
import {
  addressOf,
  countryOf,
  describePayments,
  describeShipping,
  emailOf,
  fillIn,
  nameShop,
  saysDeliveryDays,
  sellsTo,
  type TextData,
  withdrawalDaysOf,
} from './text-data.ts';

/** Rights that no term can take away, in the words of where the shop is. */
const LIABILITY: Partial<Record<string, string>> = {
  EU: 'What we sell has to be as agreed. If it is not, you have the rights of the legal guarantee: we repair or replace it, and where that fails you may lower the price or end the contract. The law of your country says how long, two years at least from the delivery.',
  GB: 'What we sell has to be as described, fit for its purpose and of satisfactory quality. If it is not, you have the rights that the Consumer Rights Act 2015 gives you: to reject it within 30 days, and to a repair, a replacement or a lower price after that.',
  CH: `If what we sell has a defect, the warranty of the Code of Obligations applies, for two years from the delivery. ${fillIn('whether you repair or replace first')}`,
  AU: 'What we sell comes with guarantees that can’t be excluded under the Australian Consumer Law. For a major failure you may choose a replacement or a refund, and compensation for other loss that could have been foreseen.',
  JP: 'If what we deliver is not as agreed, you may ask us to repair or replace it, to lower the price, or for damages, as the Civil Code says.',
};
const liabilityOf = ({ home }: TextData) =>
  LIABILITY[home] ??
  `If what you get is damaged, wrong or not as described, tell us and we put it right. ${fillIn('the warranty that you give, and what the law of your state or country adds')}`;

const describeLaw = (data: TextData) =>
  sellsTo(data, 'EU', 'GB', 'CH')
    ? `The law of ${countryOf(data)} applies. If you are a consumer, what the law of the country where you live gives you and can’t be taken away stays yours, and you may go to court there.`
    : `The law of ${countryOf(data)} applies${data.home === 'US' ? `, and of the state of ${fillIn('your state')}` : ''}. Rights that the law where you live gives you and can’t be taken away stay yours.`;

const describeWithdrawal = (data: TextData) =>
  sellsTo(data, 'EU', 'GB')
    ? `Consumers may withdraw within ${withdrawalDaysOf(data)} days of the delivery without giving a reason. How, and what is excepted, is on the page about that right in the footer.`
    : `Whether and how you can return what you bought is on our page about returns.`;

export function writeTerms(data: TextData): string {
  const tax = data.pricesIncludeTax ? 'Prices hold the tax.' : 'Tax is added to the prices; the checkout shows it before you order.';
  return `## Who you buy from

These terms are for orders in the online shop of ${nameShop(data)}.

${addressOf(data)}  
${countryOf(data)}  
${emailOf(data)}

## How a contract is made

What the shop shows is no offer yet. You put products in the cart, enter your address, and choose shipping and a way to pay. Until you press the order button you can go back and correct each step. With that button you make a binding offer. We confirm by email that it has arrived.

${fillIn('when the contract is made: with that confirmation, with the payment, or when you send the order; keep what is so in your shop')}

The text of your order, with these terms as they were that day, comes with the confirmation. If you have an account, your orders are there too.

## Prices, shipping and payment

${tax} Shipping is added as the checkout says before you order. Our page on shipping and payment lists all rates and ways to pay.

What you bought stays ours until it is paid in full.

## Delivery

${saysDeliveryDays(data) ? 'Each shipping rate says how many working days it takes.' : fillIn('how long a delivery takes')} If we can’t keep that time, we tell you, and you may wait or cancel. If something can’t be delivered at all, we refund what you paid for it without delay.

## ${sellsTo(data, 'EU', 'GB') ? 'Withdrawal' : 'Returns'}

${describeWithdrawal(data)}

## If something is wrong with it

${liabilityOf(data)}

## What we answer for

We answer without limit for intent and gross negligence, for harm to life and health, and where the law on products says so. ${fillIn('limits for other cases, as far as your law allows any')}

## Law

${describeLaw(data)}

If one of these terms is not valid, the others stay.
`;
}

export function writeShippingAndPayment(data: TextData): string {
  const parts = [
    `## Where we ship, and for what\n\n${describeShipping(data)}`,
    `The checkout shows the shipping of your cart before you order.`,
    `## How long it takes\n\n${saysDeliveryDays(data) ? 'The working days stand beside each rate above. They count from the day after the order, or after the payment where you pay first.' : fillIn('how many working days a delivery takes, for each region')}`,
    `## How you can pay\n\n${describePayments(data)}`,
  ];
  if (data.home === 'US' || sellsTo(data, 'US'))
    parts.push(
      '## If we are late\n\nIf we can’t send your order in the time that we said, or within 30 days where we said none, we tell you and you may cancel it for a full refund.',
    );
  const abroad = data.markets.some((it) => it !== data.home);
  if (abroad)
    parts.push(
      `## Customs\n\n${fillIn('who pays duties and import taxes for parcels to other countries, and whether they are in the price')}`,
    );
  return `${parts.join('\n\n')}\n`;
}
