/** The cards that an account has saved at the payment provider, which keeps them: the shop reads what people recognize them by, and stores nothing. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { SuccessResponse } from './fields.ts';

const PATH = '/api/v1/account/cards';

const SavedCard = Type.Object({
  /** The provider's id of it. */
  _id: Type.String(),
  /** As the provider names it: `visa`. */
  brand: Type.String(),
  last4: Type.String(),
  expiryMonth: Type.Integer(),
  expiryYear: Type.Integer(),
});
export type SavedCard = Type.Static<typeof SavedCard>;

export const listSavedCardsSchemas = {
  summary: "The caller's cards at the payment provider; none in a shop without saved cards. The provider doesn't answer: 502.",
  refusals: ['payment_provider_failed'],
  reply: Type.Object({ success: Type.Boolean(), cards: Type.Array(SavedCard) }),
} satisfies EndpointSchemas;

export const listSavedCards: Endpoint<typeof listSavedCardsSchemas, 'user'> = { method: 'GET', path: PATH, access: 'user' };

export const removeSavedCardSchemas = {
  summary: "Remove one of the caller's cards at the payment provider. Anyone else's: 404.",
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' }) }),
  refusals: ['not_found', 'payment_provider_failed'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const removeSavedCard: Endpoint<typeof removeSavedCardSchemas, 'user'> = { method: 'DELETE', path: `${PATH}/{id}`, access: 'user' };
