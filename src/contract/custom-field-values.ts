/** The values of the merchant's fields, as other contracts have them. Apart from custom-fields.ts, so that a first visit doesn't load its calls. */
import * as Type from 'typebox';
import { Id } from './fields.ts';
import { CUSTOM_FIELDS_MAX, FIELD_LONG_TEXT_MAX_LENGTH } from './limits.ts';

/** `color`: `#rrggbb`; `product`: another product's `_id`; `file`: the address of an uploaded one. */
export const FIELD_TYPES = ['text', 'long_text', 'number', 'date', 'boolean', 'choice', 'color', 'url', 'product', 'file'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Texts, and what is written as one: dates as `2026-11-26`, choices, colors, URLs. */
export const CustomValue = Type.Union([Type.String({ maxLength: FIELD_LONG_TEXT_MAX_LENGTH }), Type.Number(), Type.Boolean()]);
export type CustomValue = Type.Static<typeof CustomValue>;

/** The values of one product, category …, by the keys of its fields. A field without a value isn't there. */
export const CustomFields = Type.Record(Type.String(), CustomValue);
export type CustomFields = Type.Static<typeof CustomFields>;

/** Null or empty clears a value; fields that aren't named stay as they are. */
export const CustomFieldsInput = Type.Record(Type.String(), Type.Union([Type.Null(), CustomValue]), { maxProperties: CUSTOM_FIELDS_MAX });
export type CustomFieldsInput = Type.Static<typeof CustomFieldsInput>;

/** A field that customers see, beside the values. */
export const ShownField = Type.Object({
  owner: Type.Enum(['product', 'variant', 'category', 'order']),
  key: Type.String(),
  name: Type.String(),
  type: Type.Enum(FIELD_TYPES),
});
export type ShownField = Type.Static<typeof ShownField>;

/** A product that a value names, while it is in the shop. */
export const LinkedProduct = Type.Object({ _id: Id, name: Type.String(), slug: Type.String() });
export type LinkedProduct = Type.Static<typeof LinkedProduct>;

/** A file that a value names. */
export const LinkedFile = Type.Object({ url: Type.String(), name: Type.String(), bytes: Type.Integer() });
export type LinkedFile = Type.Static<typeof LinkedFile>;

/** What a public reply has of them; absent where there is nothing. */
export const ShownFields = {
  customFields: Type.Optional(CustomFields),
  /** Those of `customFields`, in the merchant's order. */
  shownFields: Type.Optional(Type.Array(ShownField)),
  linkedProducts: Type.Optional(Type.Array(LinkedProduct)),
  linkedFiles: Type.Optional(Type.Array(LinkedFile)),
};

/** Values of a customer or an order. `shown`: what the form showed when it was opened; a value that is another one by now isn't overwritten: 409. */
export const ValuesInput = Type.Object({ customFields: CustomFieldsInput, shown: Type.Optional(CustomFields) });
export type ValuesInput = Type.Static<typeof ValuesInput>;
