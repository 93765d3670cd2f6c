/** How a variant, or a product without options, is sold when its stock runs out, and what its page promises then. */
import * as Type from 'typebox';
import { Day, Nullable } from './fields.ts';
import { SHIPS_IN_MAX_LENGTH, STOCK_MAX } from './limits.ts';

/**
 * counted: sold as long as it is in stock; the default. untracked: always sold, and nothing is reserved (made to order, services). backorder: sold
 * below zero down to a limit. preorder: sold before it is there, until a day or down to a limit; from that day on it is counted.
 */
export const STOCK_POLICIES = ['counted', 'untracked', 'backorder', 'preorder'] as const;
export type StockPolicyName = (typeof STOCK_POLICIES)[number];

/** `quantity` of what can be bought without a limit, so that clients which know no policies sell it. */
export const UNLIMITED_QUANTITY = STOCK_MAX;

/** As it is set. The fields that a policy doesn't use must be absent, empty or null. */
export const StockPolicyInput = Type.Object(
  {
    policy: Type.Enum(STOCK_POLICIES),
    /** Of backorder and preorder: how many pieces are sold below zero; null: any number. */
    limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: STOCK_MAX }))),
    /** How long it takes, in the merchant's words: `2–3 weeks`. */
    shipsIn: Type.Optional(Nullable(Type.String({ maxLength: SHIPS_IN_MAX_LENGTH }))),
    /** Of a preorder: the day on which it ships, and from which it is counted. */
    shipsOn: Type.Optional(Nullable(Day)),
  },
  { description: '`counted` (default), `untracked`, `backorder` or `preorder`, with what each uses' },
);
export type StockPolicyInput = Type.Static<typeof StockPolicyInput>;

/** As it is read. Absent: counted. What is read can be sent back: `onHand`, `ready` and `promise` are passed over. */
export const StockPolicy = Type.Object({
  policy: Type.Enum(STOCK_POLICIES),
  limit: Type.Optional(Type.Integer()),
  shipsIn: Type.Optional(Type.String()),
  shipsOn: Type.Optional(Day),
  /** The count of the ledger, below zero where more was sold than there was. */
  onHand: Type.Integer(),
  /** How many pieces ship at once; for more, `promise` holds. */
  ready: Type.Integer(),
  /** `Ships in 2–3 weeks`. Absent: nothing is promised. */
  promise: Type.Optional(Type.String()),
});
export type StockPolicy = Type.Static<typeof StockPolicy>;

/** How many are there, by the ledger, of what was read. */
export const countOnHand = ({ quantity, stock }: { quantity: number; stock?: StockPolicy }): number => stock?.onHand ?? quantity;

/** What a line of an order was promised when it was bought. Absent on the line: it was in stock. */
export const LinePromise = Type.Object({
  policy: Type.Enum(STOCK_POLICIES),
  /** How many of its pieces the promise is for. */
  pieces: Type.Integer(),
  /** `2 of 3 pieces: ships in 2–3 weeks`. */
  text: Type.String(),
  shipsOn: Type.Optional(Day),
});
export type LinePromise = Type.Static<typeof LinePromise>;

/** As it is stored; a counted product stores none. */
export type StoredPolicy = Pick<StockPolicy, 'limit' | 'shipsIn' | 'shipsOn'> & { policy: Exclude<StockPolicyName, 'counted'> };
