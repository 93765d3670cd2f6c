/** What the law of many countries wants beside prices: the lowest price before a reduction, and whether tax and shipping are in them. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Version } from './fields.ts';
import { SLUG_MAX_LENGTH } from './limits.ts';

/** As the merchant chooses it; until then both are on where the law of the shop's country asks for them. */
export const PriceNotesInput = Type.Object({
  /** Beside each reduction its lowest price of the 30 days before, from which the percentage counts. */
  lowestPrice: Type.Boolean(),
  /** Beside each price whether tax is in it, and that shipping isn't. */
  taxAndShipping: Type.Boolean(),
  /** The page that 'shipping' leads to, by its slug; empty: the contact page. */
  shippingPage: Type.String({ maxLength: SLUG_MAX_LENGTH }),
});
export type PriceNotesInput = Type.Static<typeof PriceNotesInput>;

const Note = Type.Object({ text: Type.String(), link: Type.Optional(Type.String()), page: Type.Optional(Type.String()) });

/** In words, which come with the settings: a shop without them doesn't load them. */
export const PriceNotes = Type.Object({
  /** Beside `lowestPrice`. Where it is set, a reduction is announced only from a lowest price that is above the price. */
  lowest: Type.Optional(Type.String()),
  /** Beside the price of what is sent, such as 'incl. VAT, plus' with the link 'shipping'; absent: there is nothing to say. */
  shipped: Type.Optional(Note),
  /** The same of what isn't sent. */
  unshipped: Type.Optional(Note),
});
export type PriceNotes = Type.Static<typeof PriceNotes>;

const Reply = Type.Object({ success: Type.Boolean(), notes: PriceNotesInput, version: Version });

export const readPriceNotesSchemas = {
  summary: 'What is shown beside prices.',
  reply: Reply,
} satisfies EndpointSchemas;

export const readPriceNotes: Endpoint<typeof readPriceNotesSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/price-notes',
  access: 'read-only',
  scopes: ['read'],
};

export const updatePriceNotesSchemas = {
  summary: 'Change what is shown beside prices. An old `version`: 409 with what is there now.',
  body: Type.Object({ ...PriceNotesInput.properties, version: Type.Optional(Version) }),
  reply: Reply,
} satisfies EndpointSchemas;

export const updatePriceNotes: Endpoint<typeof updatePriceNotesSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/shop/price-notes',
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
