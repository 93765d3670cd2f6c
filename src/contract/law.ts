/** The duties that the law lays on a shop where it sells, and which of them a look at the shop's own pages found to be met. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Day, Nullable, Version } from './fields.ts';

const PATH = '/api/v1/shop/law';

/** Where customers are, as far as the law differs: the European Union with the European Economic Area, countries, and the rest of the world. */
export const LAW_MARKETS = ['EU', 'GB', 'CH', 'US', 'CA', 'AU', 'JP', 'other'] as const;
export type LawMarket = (typeof LAW_MARKETS)[number];

/** `met` and `unmet` only with something that was seen; `unknown`: it can't be seen in the shop; `unchecked`: nobody has looked yet. */
export const DUTY_STATES = ['met', 'unmet', 'unknown', 'unchecked'] as const;
export type DutyState = (typeof DUTY_STATES)[number];

const Markets = Type.Array(Type.Enum(LAW_MARKETS), { uniqueItems: true, maxItems: LAW_MARKETS.length });

const Duty = Type.Object({
  /** Stays the same, for programs. */
  id: Type.String(),
  title: Type.String(),
  /** Where the shop sells and has the duty: law and article, and the day from which it holds; null: for years. */
  sources: Type.Array(Type.Object({ market: Type.Enum(LAW_MARKETS), law: Type.String(), since: Nullable(Day) })),
  state: Type.Enum(DUTY_STATES),
  /** What was seen; empty: nobody has looked yet. */
  saw: Type.String(),
  /** When it was first found so; null: nobody has looked yet. */
  stateSince: Nullable(Type.String()),
  /** What to do about it. */
  advice: Type.String(),
  /** The path of the admin's page where it is done. */
  fixAt: Type.String(),
});
export type Duty = Type.Static<typeof Duty>;

/** What no look at the shop can tell. */
const Unseen = Type.Object({ title: Type.String(), markets: Markets, advice: Type.String() });
export type Unseen = Type.Static<typeof Unseen>;

export const Law = Type.Object({
  /** Where the shop sells, as the merchant says; null: nobody has said it, and nothing is checked. */
  markets: Nullable(Markets),
  /** What the shipping zones reach. */
  reached: Markets,
  /** Those of the chosen markets, or of `reached`. */
  duties: Type.Array(Duty),
  unseen: Type.Array(Unseen),
  /** When the shop was last looked at; null: never. */
  checkedAt: Nullable(Type.String()),
  /** The month in which the duties were collected. */
  collectedAt: Type.String(),
});
export type Law = Type.Static<typeof Law>;

const Reply = Type.Object({ success: Type.Boolean(), law: Law, version: Version });

export const readLawSchemas = {
  summary: 'The duties of the shop where it sells, with what was last seen of each.',
  reply: Reply,
} satisfies EndpointSchemas;

export const readLaw: Endpoint<typeof readLawSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateLawMarketsSchemas = {
  summary: 'Say where the shop sells. From then on it is checked once a day. An old `version`: 409 with what is there now.',
  body: Type.Object({ markets: Markets, version: Type.Optional(Version) }),
  reply: Reply,
} satisfies EndpointSchemas;

export const updateLawMarkets: Endpoint<typeof updateLawMarketsSchemas, 'staff'> = {
  method: 'PUT',
  path: PATH,
  access: 'staff',
  scopes: [],
};

export const checkLawSchemas = {
  summary: "Look at the shop's own pages now, as a visitor would, for each duty. Before somebody has said where the shop sells: 400.",
  reply: Reply,
} satisfies EndpointSchemas;

export const checkLaw: Endpoint<typeof checkLawSchemas, 'staff'> = {
  method: 'POST',
  path: `${PATH}/check`,
  access: 'staff',
  scopes: [],
};
