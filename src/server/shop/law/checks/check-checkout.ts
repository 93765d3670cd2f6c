/** Checks of what a customer goes through: prices with tax, the cart's total, the checkout, and withdrawing afterwards. */
import { type CartPrice, priceCart } from '../../../../contract/cart.ts';
import { DIGITAL_ID, findAge } from '../../../../contract/checkout-fields.ts';
import { nameCountry } from '../../../../contract/countries.ts';
import { isInEuropeanUnion } from '../../../../contract/european-union.ts';
import { declareWithdrawalByNumber } from '../../../../contract/withdrawal.ts';
import { WITHDRAWAL_SLUG } from '../../../../contract/withdrawal-fields.ts';
import { type Check, met, unknown, unmet, type Visitor } from './visitor.ts';

const CHECKOUT = '/checkout';
const NO_PRODUCTS = 'There is no product in the shop to put in a cart.';

/** A cart with the first of these products that can be sold, as it is priced for the country; null: it can't be priced. */
async function price(visitor: Visitor, country?: string, products = visitor.facts.newest): Promise<CartPrice | null> {
  for (const { id } of products) {
    const cart = await visitor.call(priceCart, null, { products: [{ _id: id }], ...(country && { address: { country } }) });
    if (cart?.lines.length) return cart;
  }
  return null;
}

/** An order of nobody: the function answers the same whether there is such an order, and records nothing of one that isn't there. */
const NOBODY = { number: '999999999', email: 'nobody@shop.invalid', name: 'A look at the shop' };

export const checkWithdrawalFunction: Check = async (visitor) => {
  const path = `/pages/${WITHDRAWAL_SLUG}`;
  const link = (await visitor.findInFooter(/withdraw/i)).find((it) => it.path === path);
  if (!link) return unmet('No link in the footer leads to the withdrawal function.');
  const page = await visitor.page(path);
  if (page.status !== 200) return unmet(`${path} answers ${page.status} to a visitor without a login.`);
  const answer = await visitor.call(declareWithdrawalByNumber, null, NOBODY);
  if (!answer)
    return unknown(
      'The page of the function is there. A statement sent for a look was refused, perhaps as too many were sent within the hour.',
    );
  return met(
    `“${link.text}” in the footer of each page leads to it, and a statement with order number, name and email was taken without a login.`,
  );
};

/** Words that name the duty to pay. */
const ORDER_BUTTON = /order and pay|order with obligation to pay|buy now|pay now/i;

export const checkOrderButton: Check = async (visitor) => {
  const page = await visitor.page(CHECKOUT);
  if (page.status !== 200) return unmet(`${CHECKOUT} answers ${page.status}.`);
  const script = await visitor.findInScripts(CHECKOUT, ORDER_BUTTON);
  if (!script) return unknown(`The button is made by the scripts of ${CHECKOUT}, and none of them has the usual words.`);
  return met(`The scripts of ${CHECKOUT} (${script}) have words for the button that name the duty to pay.`);
};

/** In cents, since sums of decimals aren't exact. */
const toCents = (amount: number) => Math.round(amount * 100);

export const checkTotal: Check = async (visitor) => {
  const cart = await price(visitor);
  if (!cart) return unknown(NO_PRODUCTS);
  const { subtotal, discount, shipping, fee = 0, charges = [], tax, taxIncluded, taxAutomatic, total } = cart;
  if (taxAutomatic) return unknown('The payment provider calculates the tax on its own page, so the cart has no final total.');
  const fees = charges.reduce((sum, { amount }) => sum + amount, fee);
  const parts = subtotal - discount + shipping + fees + (taxIncluded ? 0 : tax);
  if (toCents(parts) !== toCents(total)) return unmet(`The cart’s total is ${total}, and its parts make ${parts.toFixed(2)}.`);
  return met(
    `A cart with a product says ${total} in all before the order: products ${subtotal}, shipping ${shipping}, fees ${fees}, tax ${taxIncluded ? 'in them' : tax}.`,
  );
};

const MAX_COUNTRIES = 40;

/** `countries`: where the tax has to be. A cart is priced for each that is delivered to. */
export const checkTax =
  (countries: readonly string[]): Check =>
  async (visitor) => {
    const { shippedTo } = visitor.facts;
    const wanted = countries.filter((it) => !shippedTo || shippedTo.includes(it)).slice(0, MAX_COUNTRIES);
    const taxed: string[] = [];
    const untaxed: string[] = [];
    for (const country of wanted) {
      const cart = await price(visitor, country);
      if (!cart) return unknown(NO_PRODUCTS);
      if (cart.taxAutomatic) return unknown('The payment provider calculates the tax of each payment, so that no cart shows it.');
      if (!cart.isShippable) continue;
      (cart.tax > 0 ? taxed : untaxed).push(nameCountry(country));
    }
    if (!taxed.length && !untaxed.length) return unknown('The shop delivers to none of these countries.');
    if (!taxed.length) return unknown(`A cart to ${untaxed.join(', ')} has no tax. That is right only if you need not charge it.`);
    if (untaxed.length) return unmet(`A cart to ${taxed.join(', ')} has tax, and one to ${untaxed.join(', ')} has none.`);
    return met(`A cart to ${taxed.join(', ')} has tax. Whether the rates are right, and where you are registered, can’t be seen.`);
  };

/** Carts may show prices without tax to businesses: this is what a consumer sees. */
export const checkTaxInPrices: Check = async (visitor) => {
  const cart = await price(visitor);
  if (!cart) return unknown(NO_PRODUCTS);
  if (cart.taxIncluded) return met('The cart says that tax is in the prices.');
  if (cart.tax > 0) return unmet('The cart adds tax to the prices of its products, so that they aren’t final prices.');
  return unknown('The cart has no tax, neither in the prices nor added. That is right only if you need not charge it.');
};

export const checkDeliveryTime: Check = async (visitor) => {
  const [product] = visitor.facts.newest;
  if (!product) return unknown(NO_PRODUCTS);
  const path = `/product/${product.slug}`;
  const { text } = await visitor.page(path);
  const said = text
    .split('\n')
    .find((it) => /\b(deliver(ed|y)?|arrives?|ships?|dispatch(ed)?)\b[^\n]*\b(\d+|days?|weeks?|tomorrow|today)\b/i.test(it));
  if (said) return met(`${path} says “${said.slice(0, 120)}”.`);
  const cart = await price(visitor);
  const options = cart?.shippingOptions ?? [];
  if (options.length && options.every(({ deliveryDays }) => deliveryDays))
    return met(`Each of the ${options.length} shipping rates of a cart says its days of delivery.`);
  return unmet(`Neither ${path} nor the shipping rates of a cart say how long a delivery takes.`);
};

export const checkDigitalConsent: Check = async (visitor) => {
  const { digital, shippedTo } = visitor.facts;
  const [product] = digital;
  if (!product) return unknown('No product is a download, so there is no consent to look for.');
  const country = shippedTo?.find((it) => isInEuropeanUnion(it, { withUnitedKingdom: true })) ?? 'DE';
  const cart = await price(visitor, country, digital);
  if (!cart) return unknown(`/product/${product.slug} is a download, and it can't be put in a cart now.`);
  const consent = cart.confirmations?.find(({ _id }) => _id === DIGITAL_ID);
  if (consent) return met(`The checkout of /product/${product.slug} asks in ${nameCountry(country)}: “${consent.text}”`);
  return unmet(`/product/${product.slug} is a download, and the checkout asks for no consent that the right of withdrawal ends with it.`);
};

/** Which products need a limit, only the merchant knows. */
export const checkAgeLimits: Check = async (visitor) => {
  const { aged } = visitor.facts;
  if (!aged.length) return unknown('No product has a minimum age. Whether some of yours need one can’t be seen.');
  for (const product of aged) {
    const cart = await price(visitor, undefined, [product]);
    if (!cart) continue;
    if (cart.confirmations?.some((it) => findAge(it) !== null))
      return met(`The checkout of /product/${product.slug} asks for the age. Whether all products that need it do can’t be seen.`);
    return unmet(`/product/${product.slug} has a minimum age, and its checkout doesn't ask for it.`);
  }
  return unknown('No product with a minimum age can be put in a cart now.');
};

export const checkInvoices: Check = ({ facts: { makesInvoices } }) =>
  makesInvoices
    ? met('Invoices are on: paid orders get theirs, numbered without a gap.')
    : unmet('Invoices are off: nobody who needs one gets it.');

/** As somebody who was never here, on the pages that everybody sees. */
export const checkCookies: Check = async (visitor) => {
  const [product] = visitor.facts.newest;
  const paths = ['/', ...(product ? [`/product/${product.slug}`] : []), '/cart', CHECKOUT];
  for (const path of paths) {
    const { cookies, scripts, status } = await visitor.page(path);
    if (status !== 200) return unknown(`${path} answers ${status}.`);
    if (cookies.length) return unmet(`${path} sets the cookie ${cookies.join(', ')} before anybody agreed.`);
    const foreign = scripts.find((it) => !visitor.isOwn(it));
    if (foreign) return unmet(`${path} loads a script from elsewhere before anybody agreed: ${foreign.slice(0, 100)}`);
  }
  return met(`${paths.join(', ')} set no cookie and load no script from elsewhere, so there is nothing to ask for.`);
};
