/** What a product's page says of its safety and its maker's guarantee. Each is absent where there is none. */
import * as Type from 'typebox';

/** Who made a product, or answers for it, as customers see it. */
const ShownContact = Type.Object({
  name: Type.String(),
  /** In several lines, without the country. */
  address: Type.String(),
  country: Type.String(),
  email: Type.Optional(Type.String()),
  website: Type.Optional(Type.String()),
});
export type ShownContact = Type.Static<typeof ShownContact>;

export const SafetyFields = {
  /** The `key` of its manufacturer's record, if it has one of its own: otherwise its brand's counts. */
  maker: Type.Optional(Type.String()),
  safetyWarnings: Type.Optional(Type.String()),
  /** For how many years its maker guarantees that it lasts, in digits. */
  guaranteeYears: Type.Optional(Type.String()),
  /** What that guarantee covers, and how it is used. */
  guaranteeText: Type.Optional(Type.String()),
  /** The address of the file with its GARAN label. */
  guaranteeLabel: Type.Optional(Type.String()),
  /** Only of single-product: its manufacturer, or its brand's, and who answers for its products in the European Union and the United Kingdom. */
  safety: Type.Optional(Type.Object({ maker: ShownContact, euPerson: Type.Optional(ShownContact), ukPerson: Type.Optional(ShownContact) })),
};
