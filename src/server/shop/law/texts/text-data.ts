/** What the drafts of texts are filled with, and how a gap is written where the shop doesn't know it. */
import { nameCountry } from '../../../../contract/countries.ts';
import type { LawMarket } from '../../../../contract/law.ts';
import { formatMoney } from '../../../../contract/money.ts';
import type { PaymentMethodKind } from '../../../../contract/payment-method.ts';
import type { ShippingRateInput, ShippingSettings } from '../../../../contract/pricing-settings.ts';
import type { ShopDetails } from '../../../../contract/settings.ts';

export interface TextData {
  shop: ShopDetails;
  /** Whose law the shop itself is under: that of its country, or the first of where it sells. */
  home: LawMarket;
  markets: readonly LawMarket[];
  vatId: string;
  taxNumber: string;
  shipping: ShippingSettings;
  /** Those that are switched on, by their kinds. */
  payments: readonly { kind: PaymentMethodKind; name: string }[];
  pricesIncludeTax: boolean;
  /** How things are returned, as it stands beside the buttons to buy; empty: it isn't said. */
  returnsLine: string;
}

export const fillIn = (what: string) => `[[Fill in: ${what}]]`;
export const DRAFT_NOTE = '[[Draft: no legal advice. Have a lawyer check this text, then delete this line]]';

/** What somebody typed, as it is: no sign of Markdown in it counts. */
export const toPlain = (text: string): string =>
  text
    .trim()
    .replace(/[\\`*{}[\]<>#|~]/g, '\\$&')
    .replace(/^([-+])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');

/** What the settings have, or a gap. */
export const orGap = (value: string | undefined, what: string) => (value?.trim() ? toPlain(value) : fillIn(what));

/** Each line on its own, as an address has them. */
export const inLines = (text: string) => text.split('\n').map(toPlain).filter(Boolean).join('  \n');

export const nameShop = ({ shop }: TextData) => toPlain(shop.name);
export const addressOf = ({ shop }: TextData) =>
  shop.address.trim() ? inLines(shop.address) : fillIn('street, postcode and town of your business');
/** In one line. */
export const shortAddressOf = ({ shop }: TextData) => orGap(shop.address.trim().replace(/\s*\n\s*/g, ', '), 'your postal address');
export const emailOf = ({ shop }: TextData) => orGap(shop.email, 'your email address');
export const phoneOf = ({ shop }: TextData) => orGap(shop.phone, 'your phone number');
export const countryOf = ({ shop }: TextData) => (shop.country ? nameCountry(shop.country) : fillIn('the country of your business'));

export const sellsTo = ({ markets, home }: TextData, ...wanted: LawMarket[]) => wanted.some((it) => markets.includes(it) || home === it);

/** The days in which customers may withdraw; never less than the law's 14. */
export const withdrawalDaysOf = ({ shop }: TextData) => shop.withdrawalDays || 14;

const format = ({ shop: { currency, priceLocale: locale } }: TextData, amount: number) => formatMoney(amount, { currency, locale });

function describeRate(data: TextData, { name, basis, tiers, freeFrom, deliveryDays }: ShippingRateInput): string {
  const steps = tiers.map(({ from, price }) => {
    const start = basis === 'weight' ? `${from} g` : format(data, from);
    return tiers.length > 1 ? `${format(data, price)} from ${start}` : format(data, price);
  });
  const free = freeFrom === null ? '' : `; free from ${format(data, freeFrom)}`;
  const days = deliveryDays
    ? `; ${deliveryDays.min === deliveryDays.max ? deliveryDays.max : `${deliveryDays.min}–${deliveryDays.max}`} working days`
    : '';
  return `${toPlain(name)}: ${steps.join(', ')}${free}${days}`;
}

const nameTerritory = ({ country, region }: { country: string; region: string }) =>
  country === '*' ? 'all other countries' : region ? `${nameCountry(country)} (${toPlain(region)})` : nameCountry(country);

const MAX_NAMED = 30;
/** A page is no longer than 20,000. */
const MAX_LENGTH = 9000;

/** A list of the zones, each with its rates. */
export function describeShipping(data: TextData): string {
  const { zones } = data.shipping;
  if (!zones.length) return `- Everywhere: free`;
  const text = zones
    .map(({ name, places, rates }) => {
      const named = places.slice(0, MAX_NAMED).map(nameTerritory).join(', ');
      const more = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : '';
      return `### ${toPlain(name)}\n\n${named}${more}\n\n${rates.map((rate) => `- ${describeRate(data, rate)}`).join('\n')}`;
    })
    .join('\n\n');
  return text.length > MAX_LENGTH ? fillIn('your shipping zones and rates, which are too many to list them here') : text;
}

export const saysDeliveryDays = ({ shipping: { zones } }: TextData) =>
  zones.length > 0 && zones.every(({ rates }) => rates.every(({ deliveryDays }) => deliveryDays));

const PAYMENT_WORDS: Record<PaymentMethodKind, string> = {
  online: 'you pay on the page of our payment provider, which takes the money with the order. We never see the number of your card.',
  paypal: 'you pay at PayPal, which takes the money with the order.',
  bank_transfer: 'you transfer the total after the order. We send it once the money is here.',
  cash_on_delivery: 'you pay whoever brings the parcel.',
  invoice: 'you pay within the days that the invoice says.',
  in_shop: 'you pay when you pick it up.',
};

export function describePayments({ payments }: TextData): string {
  if (!payments.length) return `- ${fillIn('the ways to pay that you offer, and when each is charged')}`;
  return payments.map(({ kind, name }) => `- ${toPlain(name)}: ${PAYMENT_WORDS[kind]}`).join('\n');
}

/** Who customers can complain to about how their data is used. */
export const authorityOf = ({ home }: TextData): string =>
  ({
    EU: fillIn('the data protection authority of your country or region'),
    GB: "the Information Commissioner's Office (ico.org.uk)",
    CH: 'the Federal Data Protection and Information Commissioner (edoeb.admin.ch)',
    US: fillIn('the attorney general of your state, or delete this sentence'),
    CA: 'the Office of the Privacy Commissioner of Canada (priv.gc.ca)',
    AU: 'the Office of the Australian Information Commissioner (oaic.gov.au)',
    JP: 'the Personal Information Protection Commission (ppc.go.jp)',
    other: fillIn('the authority for data protection of your country, or delete this sentence'),
  })[home];
