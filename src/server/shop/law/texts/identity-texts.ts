/** Drafts that say who the shop is: the imprint, and the page that Japan asks for. */
import {
  addressOf,
  countryOf,
  describePayments,
  describeShipping,
  emailOf,
  fillIn,
  inLines,
  nameShop,
  orGap,
  phoneOf,
  saysDeliveryDays,
  sellsTo,
  type TextData,
} from './text-data.ts';

const describeRegister = ({ home }: TextData): string =>
  ({
    GB: fillIn('the registered name, company number and registered office, and where it is registered; or that you are a sole trader'),
    CH: fillIn('the company number (UID, CHE-…), or delete this line'),
  })[home as string] ?? fillIn('the trade register with court and number, or delete this line');

export function writeImprint(data: TextData): string {
  const { shop, vatId, taxNumber } = data;
  const details = shop.legalDetails.trim();
  const hasOwnWords = /regist|court|number|HRB|CHE/i.test(details);
  const tax = vatId ? `VAT id: ${vatId}` : taxNumber ? `Tax number: ${taxNumber}` : fillIn('your VAT id, or delete this line');
  return `## Who runs this shop

${nameShop(data)}  
${fillIn('your full name, or the name and legal form of the company and who represents it')}  
${addressOf(data)}  
${countryOf(data)}

## How to reach us

Email: ${emailOf(data)}  
Phone: ${phoneOf(data)}

## Register and tax

${hasOwnWords ? inLines(details) : `${describeRegister(data)}${details ? `  \n${inLines(details)}` : ''}`}  
${tax}

${fillIn('the supervisory authority, chamber and rules of your profession, if what you sell needs a permission; or delete this line')}
${sellsTo(data, 'EU') ? `\n## Disputes\n\n${fillIn('whether you take part in dispute resolution before a consumer board, and which; or that you neither have to nor want to')}\n` : ''}`;
}

/** In the order in which the law of Japan lists it. */
export function writeCommercialTransactions(data: TextData): string {
  return `Details as the Act on Specified Commercial Transactions asks for. ${fillIn('this page in Japanese; customers in Japan expect it so')}

## Seller

${nameShop(data)}  
${fillIn('the registered name of the business')}

## Person responsible

${fillIn('first and family name')}

## Address

${addressOf(data)}  
${countryOf(data)}

## Contact

Email: ${emailOf(data)}  
Phone: ${phoneOf(data)}

## Prices

The price of each product is on its page, ${data.pricesIncludeTax ? 'with consumption tax in it' : fillIn('say that consumption tax is in it: prices must be shown with it')}.

## Charges besides the price

Shipping, as below, and the fee of a way to pay where the checkout names one.

${describeShipping(data)}

## Ways to pay, and when

${describePayments(data)}

## When it is delivered

${saysDeliveryDays(data) ? 'Within the working days that each shipping rate above says, from the order on.' : fillIn('how many days after the order, or after the payment, you send it')}

## Returns and cancellation

${orGap(data.returnsLine, 'whether customers can return what they ordered, until when, and who pays for it')}
${fillIn('what happens if something is faulty')}
`;
}
