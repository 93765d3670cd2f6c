/** Duties at the price, at the checkout and after the order. */
import { EUROPEAN_UNION } from '../../../contract/european-union.ts';
import {
  checkAgeLimits,
  checkDeliveryTime,
  checkDigitalConsent,
  checkInvoices,
  checkOrderButton,
  checkTax,
  checkTaxInPrices,
  checkTotal,
  checkWithdrawalFunction,
} from './checks/check-checkout.ts';
import {
  checkGuaranteeNotice,
  checkLowestPrice,
  checkPriceBefore,
  checkProductSafety,
  checkReviews,
  checkTaxAndShippingNote,
  checkTaxNote,
  checkUnitPrice,
} from './checks/check-products.ts';
import { type DutyDefinition, FIX } from './duty.ts';

const PRICE_INDICATION = 'Directive 98/6/EC (Price Indication)';
const CONSUMER_RIGHTS = 'Directive 2011/83/EU';
const CONSUMER_CONTRACTS = 'Consumer Contracts Regulations 2013';
const PRICE_MARKING = 'Price Marking Order 2004, as amended';

export const BUYING_DUTIES: readonly DutyDefinition[] = [
  {
    id: 'withdrawal_function',
    title: 'The function to withdraw from an order',
    sources: { EU: { law: `${CONSUMER_RIGHTS}, Art. 11a`, since: '2026-06-19' } },
    advice: 'Set the days of the right of withdrawal, 14 or more, under Settings, General.',
    fixAt: FIX.withdrawal,
    check: checkWithdrawalFunction,
  },
  {
    id: 'order_button',
    title: 'An order button that names the duty to pay',
    sources: {
      EU: { law: `${CONSUMER_RIGHTS}, Art. 8(2)`, since: '2014-06-13' },
      GB: { law: `${CONSUMER_CONTRACTS}, reg. 14` },
    },
    advice: 'The button comes with the program: if its words can’t be found, update the shop.',
    fixAt: FIX.checkout,
    check: checkOrderButton,
  },
  {
    id: 'total_before_order',
    title: 'The total with all charges before the order',
    sources: {
      EU: { law: `${CONSUMER_RIGHTS}, Art. 6(1)(e)` },
      GB: { law: 'Digital Markets, Competition and Consumers Act 2024, s. 230', since: '2025-04-06' },
      US: { law: 'California Civil Code § 1770(a)(29) (SB 478); Massachusetts 940 CMR 38', since: '2024-07-01' },
      CA: { law: 'Competition Act, s. 74.01(1.1)' },
      AU: { law: 'Australian Consumer Law, s. 48' },
    },
    advice: 'Set the shipping rates, taxes and fees of ways to pay, so that the checkout can add them up.',
    fixAt: FIX.shipping,
    check: checkTotal,
  },
  {
    id: 'final_price',
    title: '“Incl. VAT, plus shipping” beside the price',
    sources: {
      EU: { law: `${PRICE_INDICATION}, Art. 2 and 3 (Germany: § 6 PAngV)` },
      GB: { law: `${PRICE_MARKING}, art. 7` },
    },
    advice: 'Switch on the notes on tax and shipping beside prices under Settings, General.',
    fixAt: FIX.taxNote,
    check: checkTaxAndShippingNote,
  },
  {
    id: 'tax_note',
    title: 'Prices that say that tax is in them',
    sources: { JP: { law: 'Consumption Tax Act, Art. 63', since: '2021-04-01' } },
    advice: 'Switch on the notes on tax beside prices under Settings, General.',
    fixAt: FIX.taxNote,
    check: checkTaxNote,
  },
  {
    id: 'tax_in_prices',
    title: 'Prices with the tax in them',
    sources: {
      CH: { law: 'Price Disclosure Ordinance (PBV), Art. 3 and 4' },
      AU: { law: 'Australian Consumer Law, s. 48' },
    },
    advice: 'Say under Settings, Tax that prices include it.',
    fixAt: FIX.tax,
    check: checkTaxInPrices,
  },
  {
    id: 'lowest_price',
    title: 'The lowest price of 30 days beside a reduction',
    sources: { EU: { law: `${PRICE_INDICATION}, Art. 6a`, since: '2022-05-28' } },
    advice: 'Switch on the lowest price beside reductions under Settings, General.',
    fixAt: FIX.priceNotes,
    check: checkLowestPrice,
  },
  {
    id: 'price_before',
    title: 'Both prices of a promotion',
    sources: { GB: { law: PRICE_MARKING, since: '2026-04-06' } },
    advice: 'Set the price before the sale in the product’s form.',
    fixAt: FIX.products,
    check: checkPriceBefore,
  },
  {
    id: 'unit_price',
    title: 'The price per kg, l, m or m², in lists too',
    sources: {
      EU: { law: `${PRICE_INDICATION}, Art. 3` },
      GB: { law: `${PRICE_MARKING}, art. 5`, since: '2026-04-06' },
      CH: { law: 'Price Disclosure Ordinance (PBV), Art. 5' },
    },
    advice: 'Enter how much is in it (contents) in the form of each product that is sold by weight, volume, length or area.',
    fixAt: FIX.products,
    check: checkUnitPrice,
  },
  {
    id: 'delivery_time',
    title: 'How long a delivery takes, before the order',
    sources: {
      EU: { law: `${CONSUMER_RIGHTS}, Art. 6(1)(g)` },
      GB: { law: `${CONSUMER_CONTRACTS}, Sch. 2(j)` },
      US: { law: 'Mail Order Rule, 16 CFR 435 (30 days if nothing is said)' },
      JP: { law: 'Act on Specified Commercial Transactions, Art. 11' },
    },
    advice: 'Enter the delivery time under Settings, Checkout, or the days of each shipping rate.',
    fixAt: FIX.delivery,
    check: checkDeliveryTime,
  },
  {
    id: 'guarantee_notice',
    title: 'The notice of the legal guarantee',
    sources: { EU: { law: `${CONSUMER_RIGHTS}, Art. 6(1)(l), with Regulation (EU) 2025/1960`, since: '2026-09-27' } },
    advice: 'Upload the official notice, unchanged, in your customers’ languages, under Settings, Checkout.',
    fixAt: FIX.checkout,
    check: checkGuaranteeNotice,
  },
  {
    id: 'product_safety',
    title: 'Maker, responsible person and warnings at each product',
    sources: { EU: { law: 'Regulation (EU) 2023/988 (General Product Safety), Art. 19', since: '2024-12-13' } },
    advice: 'Make a record of each manufacturer, and choose it in the form of its products or of their brand, with their warnings.',
    fixAt: FIX.makers,
    check: checkProductSafety,
  },
  {
    id: 'age_limits',
    title: 'Ages at products that have a limit',
    sources: {
      EU: { law: 'Law of the member states (Germany: JuSchG, JMStV)' },
      GB: { law: 'Licensing Act 2003; Offensive Weapons Act 2019' },
      US: { law: 'State and federal law, by product' },
    },
    advice: 'Set the age in the form of products that have a limit.',
    fixAt: FIX.products,
    check: checkAgeLimits,
  },
  {
    id: 'digital_consent',
    title: 'Consent before a download ends the right of withdrawal',
    sources: {
      EU: { law: `${CONSUMER_RIGHTS}, Art. 16(m)` },
      GB: { law: `${CONSUMER_CONTRACTS}, reg. 37` },
    },
    advice: 'Set the days of the right of withdrawal under Settings, General: then the checkout asks.',
    fixAt: FIX.withdrawal,
    check: checkDigitalConsent,
  },
  {
    id: 'reviews',
    title: 'Reviews that say how they are checked',
    sources: {
      EU: { law: 'Directive 2005/29/EC, Art. 7(6)', since: '2022-05-28' },
      GB: { law: 'Digital Markets, Competition and Consumers Act 2024, Sch. 20', since: '2025-04-06' },
      US: { law: 'FTC rule on reviews, 16 CFR 465', since: '2024-10-21' },
    },
    advice: 'Say beside reviews whether and how you check that they are by buyers.',
    fixAt: FIX.products,
    check: checkReviews,
  },
  {
    id: 'tax_at_destination',
    title: 'Tax of the country that it goes to',
    sources: { EU: { law: 'Directive 2006/112/EC, Art. 33 and 59c', since: '2021-07-01' } },
    advice: 'Add the rates of the countries where you sell under Settings, Tax.',
    fixAt: FIX.tax,
    check: checkTax(EUROPEAN_UNION),
  },
  { ...taxOf('GB', 'Value Added Tax Act 1994'), check: checkTax(['GB']) },
  { ...taxOf('CH', 'VAT Act (MWSTG), Art. 10 and 18'), check: checkTax(['CH']) },
  { ...taxOf('US', 'Sales tax of the states where you have nexus'), check: checkTax(['US']) },
  { ...taxOf('CA', 'Excise Tax Act (GST/HST), with PST of the provinces'), check: checkTax(['CA']) },
  { ...taxOf('AU', 'A New Tax System (Goods and Services Tax) Act 1999'), check: checkTax(['AU']) },
  { ...taxOf('JP', 'Consumption Tax Act, Art. 4 and 29'), check: checkTax(['JP']) },
  {
    id: 'invoices',
    title: 'Invoices with numbers without a gap',
    sources: { EU: { law: 'Directive 2006/112/EC, Art. 220 and 226' } },
    advice: 'Switch invoices on, with your VAT id or tax number.',
    fixAt: FIX.invoices,
    check: checkInvoices,
  },
];

function taxOf(market: 'GB' | 'CH' | 'US' | 'CA' | 'AU' | 'JP', law: string): Omit<DutyDefinition, 'check'> {
  return {
    id: `tax_${market.toLowerCase()}`,
    title: 'Tax on what is sold there',
    sources: { [market]: { law } },
    advice: 'Add its rates under Settings, Tax, if you have to charge it.',
    fixAt: FIX.tax,
  };
}
