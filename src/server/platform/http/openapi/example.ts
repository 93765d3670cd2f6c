/** Generates an example value for a schema, for the OpenAPI document. */
import * as Type from 'typebox';

const BY_FORMAT: Record<string, string> = {
  uuid: '018f2f6e-7c1a-7b3e-9a54-3d2c6b1f0a77',
  email: 'ada@example.com',
  date: '2026-11-23',
  'date-time': '2026-11-23T12:00:00.000Z',
  uri: 'https://example.com',
};

/** By property name, if the schema only says that it is text. */
const BY_NAME: Record<string, string> = {
  _id: '018f2f6e-7c1a-7b3e-9a54-3d2c6b1f0a77',
  name: 'Ada Lovelace',
  recipient: 'Ada Lovelace',
  email: 'ada@example.com',
  guestEmail: 'ada@example.com',
  password: 'correct horse battery',
  newPassword: 'correct horse battery',
  phone: '+44 20 7946 0000',
  address: '12 St James Square, London',
  street: '12 St James Square',
  city: 'London',
  region: 'NY',
  country: 'US',
  currency: 'EUR',
  company: 'Werkstatt Wien GmbH',
  vatId: 'ATU13585627',
  postcode: '10001',
  slug: 'wool-jacket',
  category: '018f2f6e-7c1a-7b3e-9a54-3d2c6b1f0a77',
  description: 'Warm, and made to last.',
  sku: 'JACKET-M',
  carrier: 'UPS',
  cutOff: '14:00',
  tracking: '1Z999AA10123456784',
  message: 'Done',
  text: 'A text.',
  reason: 'Arrived damaged',
  key: 'shop_1a2b3c4d_…',
  prefix: 'shop_1a2b3c4d',
  url: 'https://example.com/pay',
  link: 'https://example.com/link',
  language: 'de',
};
const TIME = /At$|^at$/;
const FALLBACKS = ['Text', 'text-1', 'US', '2026-11-23', '#4b3fd6', '12', BY_FORMAT.uuid ?? '', 'fabric', 'ada@example.com'];

function pickText(schema: Type.TSchema, name: string): string {
  const { minLength = 0, maxLength, pattern, format } = schema as Type.TStringOptions;
  if (format && BY_FORMAT[format]) return BY_FORMAT[format];
  const candidates = [BY_NAME[name], TIME.test(name) ? BY_FORMAT['date-time'] : undefined, ...FALLBACKS, 'A'.repeat(minLength)];
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    text.length >= minLength &&
    (maxLength === undefined || text.length <= maxLength) &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  return candidates.find(fits) ?? 'Text';
}

/** Optional properties are left out of requests, and shown in responses. */
export function buildExample(schema: Type.TSchema, isSent: boolean, name = ''): unknown {
  const {
    examples,
    enum: choices,
    anyOf,
    allOf,
  } = schema as {
    examples?: unknown[];
    enum?: unknown[];
    anyOf?: Type.TSchema[];
    allOf?: Type.TSchema[];
  };
  if (examples?.length) return examples[0];
  if ('const' in schema) return schema.const;
  if (choices) return choices[0];
  const [part] = anyOf ?? allOf ?? [];
  if (part) return buildExample(part, isSent, name);
  if (Type.IsArray(schema)) {
    // A schema carries its options, which TypeBox's type of an array doesn't name.
    const { minItems = 1 } = schema as unknown as Type.TArrayOptions;
    return Array.from({ length: minItems || 1 }, () => buildExample(schema.items, isSent, name));
  }
  if (Type.IsTuple(schema)) return schema.items.map((it) => buildExample(it, isSent, name));
  if (Type.IsObject(schema)) {
    const shown = Object.entries(schema.properties).filter(([, inner]) => !isSent || !Type.IsOptional(inner));
    return Object.fromEntries(shown.map(([key, inner]) => [key, buildExample(inner, isSent, key)]));
  }
  if (Type.IsRecord(schema)) return {};
  const { type, minimum, exclusiveMinimum } = schema as { type?: string; minimum?: number; exclusiveMinimum?: number };
  if (type === 'integer' || type === 'number') return exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : Math.max(minimum ?? 1, 1);
  if (type === 'boolean') return true;
  if (type === 'string') return pickText(schema, name);
  return type === 'null' ? null : {};
}
