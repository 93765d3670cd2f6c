/** Whether the shop is open to shoppers, and the password with which others may look at it before. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Version } from './fields.ts';
import { SHOP_PASSWORD_MAX_LENGTH, SHOP_PASSWORD_MIN_LENGTH } from './limits.ts';

/** The parameter of a link that lets its holder in, and the field of the form that asks for the password. */
export const SHOP_PASSWORD_FIELD = 'shop-password';

const Passphrase = Type.String({
  minLength: SHOP_PASSWORD_MIN_LENGTH,
  maxLength: SHOP_PASSWORD_MAX_LENGTH,
  pattern: '^[^\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}]+$',
});

const Opening = Type.Object({
  isOpen: Type.Boolean(),
  /** When it was opened or closed last; null: it has been open ever since. */
  since: Type.Union([Type.String(), Type.Null()]),
  /** The shop's password, which whoever should see the closed shop is told; null: there is none yet, as it was never closed. */
  passphrase: Type.Union([Type.String(), Type.Null()]),
});
export type Opening = Type.Static<typeof Opening>;

const OpeningReply = Type.Object({ success: Type.Boolean(), opening: Opening, version: Version });

export const readOpeningSchemas = {
  summary: 'Whether the shop is open, and the password that visitors of a closed shop are asked for.',
  reply: OpeningReply,
} satisfies EndpointSchemas;

export const readOpening: Endpoint<typeof readOpeningSchemas, 'owner'> = {
  method: 'GET',
  path: '/api/v1/shop/opening',
  access: 'owner',
  scopes: [],
};

export const updateOpeningSchemas = {
  summary:
    "Open the shop, close it, or change its password, with which nobody gets in any more who was told the old one. What isn't sent stays. An old `version`: 409 with what is there now.",
  body: Type.Object({
    isOpen: Type.Optional(Type.Boolean()),
    passphrase: Type.Optional(Passphrase),
    version: Type.Optional(Version),
  }),
  reply: OpeningReply,
} satisfies EndpointSchemas;

export const updateOpening: Endpoint<typeof updateOpeningSchemas, 'owner'> = {
  method: 'PUT',
  path: '/api/v1/shop/opening',
  access: 'owner',
  scopes: [],
  invalidates: ['settings'],
};
