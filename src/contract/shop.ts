/** What a merchant sets, and the figures of the shop. */
import * as Type from 'typebox';
import { Id, Paged, Paging } from './common.ts';
import { endpoint } from './endpoint.ts';
import { Order } from './order.ts';

const PriceRange = Type.Tuple([Type.Integer({ minimum: 0, maximum: 999_999 }), Type.Integer({ minimum: 0, maximum: 999_999 })]);

export const SettingsInput = Type.Object({
  /** [lowest, highest] in US dollars, both inclusive, in the order shown */
  priceRanges: Type.Array(PriceRange, { minItems: 1, maxItems: 30 }),
  /** Do the add buttons on category and search cards add? Off is what the source describes. */
  quickAdd: Type.Boolean(),
});
export type SettingsInput = Type.Static<typeof SettingsInput>;

export const Settings = Type.Object({
  ...SettingsInput.properties,
  payment: Type.Object({
    /** null while no provider is set up: checkout answers 503. */
    provider: Type.Union([Type.String(), Type.Null()]),
    /** Is it a provider that takes no real money? Then the cart shows the test card. */
    testMode: Type.Boolean(),
  }),
});
export type Settings = Type.Static<typeof Settings>;

export const DEFAULT_SETTINGS: SettingsInput = {
  priceRanges: [
    [0, 99],
    [99, 199],
    [199, 299],
    [299, 399],
    [399, 499],
    [499, 599],
    [599, 699],
    [699, 799],
    [799, 899],
    [899, 999],
    [999, 99_999],
  ],
  quickAdd: true,
};

export const TextName = Type.Union([Type.Literal('about'), Type.Literal('contact'), Type.Literal('policy')]);
export type TextName = Type.Static<typeof TextName>;

/** A page's words: paragraphs parted by an empty line; a line that begins with `## ` is a heading. */
const Text = Type.Object({ text: Type.String({ maxLength: 20_000 }) });

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/v1/shop/settings',
  access: 'public',
  summary: 'What the storefront needs to know of the shop.',
  reply: Type.Object({ success: Type.Boolean(), settings: Settings }),
});

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/shop/settings',
  access: 'admin',
  summary: 'Change the settings.',
  body: SettingsInput,
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), settings: Settings }),
});

export const readText = endpoint({
  method: 'GET',
  path: '/api/v1/shop/texts/{name}',
  access: 'public',
  summary: 'The words of the about, contact or policy page.',
  params: Type.Object({ name: TextName }),
  reply: Type.Object({ success: Type.Boolean(), name: TextName, text: Type.String() }),
});

export const updateText = endpoint({
  method: 'PUT',
  path: '/api/v1/shop/texts/{name}',
  access: 'admin',
  summary: 'Change the words of a page.',
  params: Type.Object({ name: TextName }),
  body: Text,
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), name: TextName, text: Type.String() }),
});

const Figure = Type.Object({
  /** The last 30 days; money in US dollars. */
  now: Type.Number(),
  /** The 30 days before those. */
  before: Type.Number(),
});

export const Figures = Type.Object({
  revenue: Figure,
  orders: Figure,
  averageOrder: Figure,
  newShoppers: Figure,
  /** The last 30 days, oldest first; `day` as YYYY-MM-DD in UTC, revenue in US dollars. */
  days: Type.Array(Type.Object({ day: Type.String(), revenue: Type.Number(), orders: Type.Integer() })),
  latestOrders: Type.Array(
    Type.Object({ ...Type.Omit(Order, ['lines', 'timeline', 'refunded', 'carrier', 'tracking']).properties, shopper: Type.String() }),
  ),
  runningLow: Type.Array(
    Type.Object({ _id: Type.String(), name: Type.String(), slug: Type.String(), image: Type.String(), quantity: Type.Integer() }),
  ),
});
export type Figures = Type.Static<typeof Figures>;

export const readFigures = endpoint({
  method: 'GET',
  path: '/api/v1/shop/figures',
  access: 'admin',
  summary: 'How the shop does: the last 30 days beside the 30 before.',
  reply: Type.Object({ success: Type.Boolean(), figures: Figures }),
});

/** A letter that the shop wrote to somebody. */
export const Mail = Type.Object({
  _id: Id,
  kind: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  /** The plain text; its HTML says the same. */
  text: Type.String(),
  /** failed: it was tried so often that it was given up. */
  state: Type.Union([Type.Literal('waiting'), Type.Literal('sent'), Type.Literal('failed')]),
  createdAt: Type.String(),
  sentAt: Type.Union([Type.String(), Type.Null()]),
  tries: Type.Integer(),
  /** Why the last try failed. */
  fault: Type.Union([Type.String(), Type.Null()]),
});
export type Mail = Type.Static<typeof Mail>;

export const listMails = endpoint({
  method: 'GET',
  path: '/api/v1/shop/mails',
  access: 'admin',
  summary: 'The letters that the shop wrote, newest first.',
  query: Type.Object(Paging),
  reply: Type.Object({ success: Type.Boolean(), mails: Type.Array(Mail), ...Paged }),
});
