/** Companies that buy: their name, VAT ID and billing address, and whether VIES confirms the VAT ID. */
import * as Type from 'typebox';
import { AddressFields, StoredAddress } from './address.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Nullable, SingleLine } from './fields.ts';
import { ADDRESS_PART_MAX_LENGTH, TAX_NUMBER_MAX_LENGTH } from './limits.ts';

/**
 * confirmed: VIES, the tax authorities' service, says that it is in use. invalid: VIES doesn't know it. unavailable: VIES gave no answer. unchecked: VIES
 * isn't asked, as of companies in Great Britain and Switzerland.
 */
export const VAT_STATUSES = ['confirmed', 'invalid', 'unavailable', 'unchecked'] as const;
export type VatStatus = (typeof VAT_STATUSES)[number];

/** In the customer's words: on their order and in its emails. */
export const REVERSE_CHARGE_NOTE = 'Reverse charge: no VAT is charged. Your company declares it in its own country.';

const Company = SingleLine(ADDRESS_PART_MAX_LENGTH);
/** As people type it: in any case, with spaces, dots and dashes. */
const TypedVatId = Type.String({ maxLength: TAX_NUMBER_MAX_LENGTH, description: 'A VAT ID with its prefix, such as ATU13585627' });

/** Who gets the invoice of an order, where it isn't simply whoever it is delivered to. */
export const BillingInput = Type.Object({
  company: Type.Optional(Company),
  /** Of the country of the billing address; then the company's name is required. Taxed unless VIES has confirmed it: ask by `checkVatId`. */
  vatId: Type.Optional(TypedVatId),
  /** Apart from where it is delivered; absent: the same. */
  address: Type.Optional(AddressFields),
});
export type BillingInput = Type.Static<typeof BillingInput>;

/** The same of an order, with what is known of the VAT ID. */
export const Billing = Type.Object({
  company: Type.Optional(Type.String()),
  /** As it is written: without spaces, in capitals. */
  vatId: Type.Optional(Type.String()),
  /** Null: as it is delivered. */
  address: Nullable(StoredAddress),
  /** That address as it is printed; empty: as it is delivered. */
  text: Type.String(),
  /** As it was when the order was made. */
  vatStatus: Type.Optional(Type.Enum(VAT_STATUSES)),
  /** When VIES confirmed it, and the number of that answer, which proves it. */
  checkedAt: Type.Optional(Type.String()),
  consultation: Type.Optional(Type.String()),
  /** When VIES confirmed it after the order, which stays taxed. */
  confirmedLater: Type.Optional(Type.String()),
  /** Not taxed by the shop: the company declares the tax in its own country. */
  reverseCharge: Type.Optional(Type.Literal(true)),
});
export type Billing = Type.Static<typeof Billing>;

/** What a cart is priced by. */
export const CartBilling = Type.Object({
  vatId: TypedVatId,
  /** Where the company is; absent: where the order goes. */
  country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
  /** Tells Northern Ireland from Great Britain. */
  postcode: Type.Optional(Type.String({ maxLength: ADDRESS_PART_MAX_LENGTH })),
});
export type CartBilling = Type.Static<typeof CartBilling>;

/** Of a cart that was priced with a VAT ID. */
export const CartVat = Type.Object({ vatId: Type.String(), status: Type.Enum(VAT_STATUSES), reverseCharge: Type.Boolean() });

export const checkVatIdSchemas = {
  summary:
    'Whether a VAT ID is in use, by VIES: answers within seconds, also while VIES is away. Carts and checkouts of the next day know the answer. Not of the form of its country, or of another country: 400. A shop that sells to no companies: 404.',
  body: Type.Object({ vatId: TypedVatId, country: Type.String({ pattern: '^[A-Za-z]{2}$' }), postcode: CartBilling.properties.postcode }),
  refusals: ['not_found', 'too_many_attempts'],
  reply: Type.Object({ success: Type.Boolean(), vatId: Type.String(), status: Type.Enum(VAT_STATUSES) }),
} satisfies EndpointSchemas;

export const checkVatId: Endpoint<typeof checkVatIdSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/cart/vat-id',
  access: 'public',
};

/** What an account keeps for its next orders. */
export const SavedBilling = Type.Object({
  company: Company,
  vatId: TypedVatId,
  address: Nullable(AddressFields),
});
export type SavedBilling = Type.Static<typeof SavedBilling>;

const SavedReply = Type.Object({ success: Type.Boolean(), billing: Nullable(SavedBilling) });
const PATH = '/api/v1/account/billing';

export const readSavedBillingSchemas = {
  summary: "The caller's company, VAT ID and billing address for their next orders; null: none are saved.",
  reply: SavedReply,
} satisfies EndpointSchemas;

export const readSavedBilling: Endpoint<typeof readSavedBillingSchemas, 'user'> = { method: 'GET', path: PATH, access: 'user' };

export const saveBillingSchemas = {
  summary: 'Keep them; null removes them. A VAT ID of no known form, or of another country than the billing address: 400.',
  body: Type.Object({ billing: Nullable(SavedBilling) }),
  reply: SavedReply,
} satisfies EndpointSchemas;

export const saveBilling: Endpoint<typeof saveBillingSchemas, 'user'> = { method: 'PUT', path: PATH, access: 'user' };
