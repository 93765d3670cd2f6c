/** What customers write and confirm at the checkout, besides who they are and what they buy. */
import * as Type from 'typebox';

export const CUSTOMER_NOTE_MAX_LENGTH = 1000;
/** It fits on a card, and on a packing slip. */
export const GIFT_MESSAGE_MAX_LENGTH = 300;

/** The youngest and the oldest age that a product can ask for, in years. */
export const MINIMUM_AGE = { min: 1, max: 99 } as const;

/** `digital`, or `age-` and the years. */
export const ConfirmationId = Type.String({ pattern: '^(digital|age-[1-9]\\d?)$', examples: ['age-18'] });

/** What the order needs a customer to confirm before it: delivery of digital products at once, or their age. */
export const Confirmation = Type.Object({
  _id: ConfirmationId,
  /** What they confirm, word for word. */
  text: Type.String(),
});
export type Confirmation = Type.Static<typeof Confirmation>;

export const OrderConfirmation = Type.Object({ ...Confirmation.properties, at: Type.String() });
export type OrderConfirmation = Type.Static<typeof OrderConfirmation>;

/** Of a checkout. All may be left out where nothing of it is asked. */
export const CheckoutWords = {
  /** To the shop, if it asks for one (`asksForNote` of the settings); otherwise it isn't kept. */
  customerNote: Type.Optional(Type.String({ maxLength: CUSTOMER_NOTE_MAX_LENGTH })),
  /** To whom it is sent, as for the note (`asksForGiftMessage`); not kept of an order that isn't sent. */
  giftMessage: Type.Optional(Type.String({ maxLength: GIFT_MESSAGE_MAX_LENGTH })),
  /** The `_id`s of what the customer confirmed, of those that the price of the cart lists. One is missing: 400. */
  confirmations: Type.Optional(Type.Array(ConfirmationId, { maxItems: 10 })),
};

/** Of an order. */
export const OrderWords = {
  /** What its customer wrote to the shop; absent: nothing. */
  customerNote: Type.Optional(Type.String()),
  /** What is to be sent with it, for whom it is sent to; absent: nothing. */
  giftMessage: Type.Optional(Type.String()),
  /** What its customer had to confirm, and when; absent: nothing. */
  confirmations: Type.Optional(Type.Array(OrderConfirmation)),
};

/** In years. A form and a file have it as text. */
export const MinimumAge = Type.Union([
  Type.Integer({ minimum: MINIMUM_AGE.min, maximum: MINIMUM_AGE.max }),
  Type.String({ maxLength: 4, pattern: '^\\s*[1-9]\\d?\\s*$' }),
]);

/** The consent to the delivery of files and licence keys at once. */
export const DIGITAL_ID = 'digital';

const AGE = 'age-';
export const toAgeId = (years: number): string => `${AGE}${years}`;
/** The years of a confirmation of age; null: it is another. */
export const findAge = ({ _id }: Pick<Confirmation, '_id'>): number | null => (_id.startsWith(AGE) ? Number(_id.slice(AGE.length)) : null);

/** The age that a carrier has to check; null: none. */
export const findMinimumAge = (lines: readonly { minimumAge?: number | null }[]): number | null =>
  lines.reduce<number | null>((oldest, { minimumAge }) => (minimumAge && minimumAge > (oldest ?? 0) ? minimumAge : oldest), null);
