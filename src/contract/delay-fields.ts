/** A day that was set anew for an order that runs late, and what its customer chose. */
import * as Type from 'typebox';
import { Day, Id } from './fields.ts';

/** wait: the order stays. cancel: it is to be refunded. */
export const DELAY_ANSWERS = ['wait', 'cancel'] as const;

export const Delay = Type.Object({
  _id: Id,
  /** The new last day on which the order should arrive; null: the shop doesn't know one. */
  day: Type.Union([Day, Type.Null()]),
  /** What the customer was told before. */
  previousDay: Day,
  createdAt: Type.String(),
  /** Absent: the customer hasn't answered. */
  answer: Type.Optional(Type.Enum(DELAY_ANSWERS)),
  answeredAt: Type.Optional(Type.String()),
  /** Until when the customer has to agree, where the law asks for it; absent: no answer is needed. */
  consentBy: Type.Optional(Day),
  /** The last day on which the law allows to refund the order, if its customer cancels or doesn't agree in time. */
  refundBy: Type.Optional(Day),
});
export type Delay = Type.Static<typeof Delay>;
