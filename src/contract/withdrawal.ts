/** Withdrawing from an order: a statement of its customer, which needs no login and no reason, and which nobody approves. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Day, EmailAddress, Id, SingleLine, SuccessResponse, withoutLinks } from './fields.ts';
import { CHECKOUT_MAX_LINES, REASON_MAX_LENGTH } from './limits.ts';
import { OrderSignature } from './order.ts';
import { OrderLine } from './order-fields.ts';
import { Withdrawal, WithdrawnLine } from './withdrawal-fields.ts';

const PATH = '/api/v1/order/withdrawals';

/** Of the link in each email about the order, which opens nothing else of it. */
const params = Type.Object({ id: Id });

/** It is on the receipt, and in the subject of no email. */
const DeclaredName = Type.Intersect([withoutLinks(Type.String({ minLength: 1, pattern: '\\S' })), SingleLine(100)]);

const WithdrawalForm = Type.Object({
  _id: Id,
  number: Type.Integer(),
  /** Who bought it, and where the receipt goes. */
  name: Type.String(),
  email: Type.String(),
  paidAt: Type.Union([Type.String(), Type.Null()]),
  /** In the order of the order's lines. `left`: how many pieces can be withdrawn from; `exception`: why none can. */
  lines: Type.Array(
    Type.Object({
      name: Type.String(),
      options: Type.Optional(Type.String()),
      quantity: Type.Integer(),
      left: Type.Integer({ minimum: 0 }),
      exception: OrderLine.properties.withdrawalException,
    }),
  ),
  /** The last day of the period; null: it hasn't begun, since not all is delivered. */
  until: Type.Union([Day, Type.Null()]),
  /** The period is over: the statement is taken all the same, and the shop decides. */
  isLate: Type.Boolean(),
  /** What was stated before; the oldest first. */
  withdrawals: Type.Array(Withdrawal),
});
export type WithdrawalForm = Type.Static<typeof WithdrawalForm>;

const FormReply = Type.Object({ success: Type.Boolean(), order: WithdrawalForm });

export const readWithdrawalFormSchemas = {
  summary:
    'What the customer of an order can withdraw from, by the signature of the link in its emails. Any other signature, or a shop without the function: 404.',
  params,
  body: Type.Object({ signature: OrderSignature }),
  refusals: ['order_not_found'],
  reply: FormReply,
} satisfies EndpointSchemas;

export const readWithdrawalForm: Endpoint<typeof readWithdrawalFormSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}`,
  access: 'public',
};

export const declareWithdrawalSchemas = {
  summary:
    "Withdraw from an order by that signature: from `lines`, or from all that is left. The receipt is emailed to the order's address. Nothing is left: 409.",
  params,
  body: Type.Object({
    signature: OrderSignature,
    name: DeclaredName,
    lines: Type.Optional(Type.Array(WithdrawnLine, { minItems: 1, maxItems: CHECKOUT_MAX_LINES })),
  }),
  refusals: ['order_not_found', 'wrong_order_status', 'too_many_requests', 'too_many_attempts'],
  reply: FormReply,
} satisfies EndpointSchemas;

export const declareWithdrawal: Endpoint<typeof declareWithdrawalSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}/declare`,
  access: 'public',
};

export const declareWithdrawalByNumberSchemas = {
  summary:
    "Withdraw from an order by its number and the email it was made with: from all that is left, or from what `items` says in words. The answer is the same whether there is such an order; the receipt goes to the order's address alone.",
  body: Type.Object({
    /** As the emails have it, with or without `#`. */
    number: Type.String({ maxLength: 20, pattern: '^\\s*#?\\s*\\d{1,9}\\s*$' }),
    email: EmailAddress,
    name: DeclaredName,
    items: Type.Optional(withoutLinks(Type.String({ maxLength: REASON_MAX_LENGTH }))),
  }),
  refusals: ['not_found', 'too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const declareWithdrawalByNumber: Endpoint<typeof declareWithdrawalByNumberSchemas, 'public'> = {
  method: 'POST',
  path: PATH,
  access: 'public',
};
