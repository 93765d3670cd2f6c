/** What a cart costs, for anybody who has one. */
import * as Type from 'typebox';
import { BalanceChoices, CartBalance, GiftRecipient } from './balance-fields.ts';
import { BundleFields } from './bundle.ts';
import { Confirmation } from './checkout-fields.ts';
import { CartBilling, CartVat } from './company.ts';
import { DeliveryDays } from './dispatch.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Day, Id } from './fields.ts';
import { ADDRESS_PART_MAX_LENGTH, CHECKOUT_MAX_ITEMS, CODE_MAX_LENGTH } from './limits.ts';
import { ChargeLine } from './local-fees.ts';
import { PAYMENT_METHOD_KINDS } from './payment-method.ts';
import { Product } from './product.ts';
import { TaxPart } from './tax.ts';
import { MEGABYTE } from './values.ts';
import { WITHDRAWAL_EXCEPTIONS } from './withdrawal-fields.ts';

/** Why a code that was entered doesn't apply to a cart. */
export const CODE_REFUSALS = [
  'unknown',
  'not_started',
  'ended',
  'used_up',
  'used_by_customer',
  'below_minimum',
  'no_matching_products',
  'nothing_to_ship',
] as const;
export type CodeRefusal = (typeof CODE_REFUSALS)[number];

/** The cart's items: either one entry per piece, or one per product with its count. */
export const CartItems = Type.Array(
  Type.Object({
    _id: Type.String({ minLength: 1, maxLength: 100 }),
    /** The `_id` of the variant; absent, the product's only one. */
    variant: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: CHECKOUT_MAX_ITEMS })),
    /** Of gift cards: to whom all of its pieces go. */
    recipient: Type.Optional(GiftRecipient),
  }),
  { minItems: 1, maxItems: CHECKOUT_MAX_ITEMS },
);

/** What a customer chooses besides products, and what changes the total. */
export const CartChoices = {
  /** A discount code as it was typed. */
  code: Type.Optional(Type.String({ maxLength: CODE_MAX_LENGTH })),
  /** The `_id` of a shipping option; absent: the cheapest. */
  shipping: Type.Optional(Id),
  /** The `_id` of a way to pay; absent: the first that is offered. */
  payment: Type.Optional(Id),
};

/** Where the order is shipped to; if absent, to the shop's default country. */
export const Destination = {
  /** ISO 3166, two letters in any case. */
  country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
  /** State or province, as addresses have it. */
  region: Type.Optional(Type.String({ maxLength: ADDRESS_PART_MAX_LENGTH })),
};

const ShippingOption = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  /** Working days from the order to the door; absent where the merchant says nothing of it, or something of the order has a day of its own. */
  deliveryDays: Type.Optional(DeliveryDays),
  /** Between which days it arrives if it is ordered now; absent: that isn't known. */
  arrives: Type.Optional(Type.Object({ from: Day, to: Day })),
});
export type ShippingOption = Type.Static<typeof ShippingOption>;

/** A way to pay among which the customer chooses. */
const PaymentOption = Type.Object({
  _id: Id,
  kind: Type.Enum(PAYMENT_METHOD_KINDS),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  /** What it costs, as a part of the total; absent: nothing. */
  fee: Type.Optional(Type.Number()),
});
export type PaymentOption = Type.Static<typeof PaymentOption>;

const { hasOptions: _hasOptions, isPriceFrom: _isPriceFrom, ...productFields } = Product.properties;

/** A product as it is sold now, with the price, stock and image of the chosen variant: what a cart keeps and shows. */
const SoldItem = Type.Object({
  ...productFields,
  /** The chosen variant, if the product has options. */
  variant: Type.Optional(Id),
  /** What was chosen: `Size: 42, Colour: Red`. */
  chosen: Type.Optional(Type.String()),
  /** Why the customer won't be able to withdraw from it, in a shop with that function; absent: they will. */
  withdrawalException: Type.Optional(Type.Enum(WITHDRAWAL_EXCEPTIONS)),
  /** It sells gift cards. */
  isGiftCard: Type.Optional(Type.Boolean()),
  /** How many working days it takes until it is ready to ship; absent: what the shop takes. */
  handlingDays: Type.Optional(Type.String()),
  ...BundleFields,
});

const CartPriceLine = Type.Object({
  /** Id of the product. */
  _id: Type.String(),
  /** Which variant, if the product has options. */
  variant: Type.Optional(Id),
  count: Type.Integer(),
  /** For one. */
  price: Type.Number(),
  /** For all of them: before the discount, its part of it, and its tax. */
  subtotal: Type.Number(),
  discount: Type.Number(),
  tax: Type.Number(),
  item: SoldItem,
});

export const CartPrice = Type.Object({
  success: Type.Boolean(),
  lines: Type.Array(CartPriceLine),
  /** Products and variants that are no longer sold, and products whose variant has to be chosen first. They aren't priced. */
  unavailable: Type.Array(Type.String()),
  /** Those of them whose variant has to be chosen first. */
  undecided: Type.Array(Type.String()),
  /** In the shop's currency, like all sums: subtotal − discount + shipping, and tax where prices don't include it, make the total. */
  subtotal: Type.Number(),
  discount: Type.Number(),
  shipping: Type.Number(),
  /** Cheapest first; none where nothing has to be chosen. */
  shippingOptions: Type.Array(ShippingOption),
  /** The one that is priced: what was chosen, if it is there. */
  shippingOption: Type.Union([ShippingOption, Type.Null()]),
  /** What paying by the chosen way costs; absent: nothing. Together with the sums above and below it makes the total. */
  fee: Type.Optional(Type.Number()),
  /** Local fees, as a part of the total; absent: none. */
  charges: Type.Optional(Type.Array(ChargeLine)),
  /** The ways to pay, in the merchant's order; absent: only by the payment page of whoever is connected. */
  paymentOptions: Type.Optional(Type.Array(PaymentOption)),
  /** The `_id` of the one that is priced: what was chosen, if it is offered. */
  paymentOption: Type.Optional(Id),
  /** False: the shop doesn't ship there. */
  isShippable: Type.Boolean(),
  tax: Type.Number(),
  /** Per cent; 0 where there is none, or several. */
  taxRate: Type.Number(),
  /** The tax by rate, the highest first; absent in a shop without tax rates. */
  taxes: Type.Optional(Type.Array(TaxPart)),
  /** Of a cart that was priced with a VAT ID. With reverse charge its sums are without tax. */
  vat: Type.Optional(CartVat),
  taxIncluded: Type.Boolean(),
  /** The payment provider calculates the tax when it is paid: here it is 0. */
  taxAutomatic: Type.Boolean(),
  total: Type.Number(),
  /** What gift cards and store credit pay of it; absent: nothing, and there is no store credit. */
  balance: Type.Optional(CartBalance),
  /** What it was priced for. */
  address: Type.Object({ country: Type.String(), region: Type.String() }),
  /** Countries with their regions to choose from; empty where the price is the same everywhere. `isOpen`: others may be chosen too. */
  destinations: Type.Array(
    Type.Object({
      country: Type.String(),
      regions: Type.Array(Type.String()),
      /** How people read them, in the same order. */
      regionNames: Type.Array(Type.String()),
    }),
  ),
  isOpen: Type.Boolean(),
  /** What a customer has to confirm before this order; absent: nothing. */
  confirmations: Type.Optional(Type.Array(Confirmation)),
  /** The pages that the order is made under, such as terms; absent: the shop has chosen none. */
  texts: Type.Optional(Type.Array(Type.Object({ slug: Type.String(), title: Type.String() }))),
  /** Null where no code was sent. */
  code: Type.Union([
    Type.Object({
      code: Type.String(),
      applies: Type.Boolean(),
      /** Why it doesn't apply. */
      reason: Type.Union([Type.Enum(CODE_REFUSALS), Type.Null()]),
      /** What the subtotal has to reach; only where the reason is `below_minimum`. */
      minimum: Type.Optional(Type.Number()),
    }),
    Type.Null(),
  ]),
});
export type CartPrice = Type.Static<typeof CartPrice>;

export const priceCartSchemas = {
  summary:
    'What the cart holds and costs now, by the same rules as its checkout; nothing is held. Only `_id`, `variant` and how often they occur, or `count`, are read. A token is read where there is one: then a code knows its customer.',
  bodyLimit: MEGABYTE,
  body: Type.Object({
    products: CartItems,
    address: Type.Optional(Type.Object({ ...Destination, postcode: CartBilling.properties.postcode })),
    ...CartChoices,
    ...BalanceChoices,
    /** Whose VAT ID it is priced by, in a shop that sells to companies. */
    billing: Type.Optional(CartBilling),
  }),
  refusals: ['checkout_too_large', 'too_many_attempts'],
  reply: CartPrice,
} satisfies EndpointSchemas;

export const priceCart: Endpoint<typeof priceCartSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/cart/price',
  access: 'public',
};
