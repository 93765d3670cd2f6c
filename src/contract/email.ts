import * as Type from 'typebox';
import { type Endpoint, type EndpointSchemas, TEAM_ROLES } from './endpoint.ts';
import { Day, Id, KeysetPagination, KeysetQuery, SuccessResponse, Version } from './fields.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import { OptionalEmail } from './settings.ts';

/** The emails that the shop has written, as an admin sees them. */
const PATH = '/api/v1/shop/mails';

/** An email that the shop wrote to somebody. */
export const Email = Type.Object({
  _id: Id,
  kind: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  /** The plain text; its HTML says the same. */
  text: Type.String(),
  /** saved: written to a file, because there is no mail server. failed: not tried again after too many attempts. */
  state: Type.Union([Type.Literal('waiting'), Type.Literal('sent'), Type.Literal('saved'), Type.Literal('failed')]),
  createdAt: Type.String(),
  sentAt: Type.Union([Type.String(), Type.Null()]),
  tries: Type.Integer(),
  /** Why the last try failed. */
  fault: Type.Union([Type.String(), Type.Null()]),
  /** It failed because the link in it had expired: it is never sent. */
  isLinkEnded: Type.Optional(Type.Boolean()),
});
export type Email = Type.Static<typeof Email>;

export const listEmailsSchemas = {
  summary: 'The emails that the shop wrote, newest first; all, or those that failed for good.',
  query: Type.Object({ ...KeysetQuery, state: Type.Optional(Type.Literal('failed')) }),
  reply: Type.Object({ success: Type.Boolean(), mails: Type.Array(Email), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const listEmails: Endpoint<typeof listEmailsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const readEmailSchemas = {
  summary: 'One email that the shop wrote, and what became of it.',
  params: Type.Object({ id: Id }),
  reply: Type.Object({ success: Type.Boolean(), email: Email }),
} satisfies EndpointSchemas;

export const readEmail: Endpoint<typeof readEmailSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/{id}`,
  access: 'read-only',
  scopes: ['read'],
};

export const resendEmailSchemas = {
  summary: 'Send a failed email again, as if it were new. One that was sent, or whose link has expired: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['not_found', 'email_not_failed', 'email_link_ended'],
  reply: Type.Object({ ...SuccessResponse.properties, email: Email }),
} satisfies EndpointSchemas;

export const resendEmail: Endpoint<typeof resendEmailSchemas, 'staff'> = {
  method: 'POST',
  path: `${PATH}/{id}/resend`,
  access: 'staff',
  scopes: [],
};

export const resendFailedEmailsSchemas = {
  summary: 'Send all failed emails again, as if they were new. Those whose links have expired stay as they are.',
  reply: Type.Object({ ...SuccessResponse.properties, queued: Type.Integer() }),
} satisfies EndpointSchemas;

export const resendFailedEmails: Endpoint<typeof resendFailedEmailsSchemas, 'staff'> = {
  method: 'POST',
  path: `${PATH}/resend`,
  access: 'staff',
  scopes: [],
};

/** What the merchant is told by email and in the admin area's menu. */
const NOTIFICATIONS_PATH = '/api/v1/shop/notifications';

export const Notifications = Type.Object({
  /** Where notifications are sent; empty: nowhere. */
  email: OptionalEmail,
  /** An email for each order that was paid. */
  eachOrder: Type.Boolean(),
  /** One email a day: what was sold, what waits, and what is low on stock. */
  dailySummary: Type.Boolean(),
});
export type Notifications = Type.Static<typeof Notifications>;

export const DEFAULT_NOTIFICATIONS: Notifications = { email: '', eachOrder: true, dailySummary: false };

/** Counting stops at 100. */
const Count = Type.Integer({ minimum: 0, maximum: 100 });

/** What is waiting for somebody of the team. */
export const Waiting = Type.Object({
  /** Paid orders. */
  toShip: Count,
  onHold: Count,
  /** Payments that take days to arrive, such as bank debits. For information only; there is nothing to do. */
  processing: Count,
  /** Requests of customers to cancel or to return. */
  requests: Count,
  /** Disputes that wait for the shop's evidence. */
  disputes: Count,
  /** Active products with few pieces left, by the shop's setting, and with none. */
  lowStock: Count,
  soldOut: Count,
  /** Emails that failed after too many attempts. */
  failedEmails: Count,
  /** Orders that wait for a licence key, and lists with few keys left. */
  owedKeys: Count,
  lowKeys: Count,
  /** Withdrawals that aren't refunded, and the first day on which one of them is due. Absent: none. */
  withdrawals: Type.Optional(Count),
  refundBy: Type.Optional(Type.Union([Day, Type.Null()])),
  /** Orders that run late, and the first day on which the law asks to refund one of them. Absent: none. */
  late: Type.Optional(Count),
  lateRefundBy: Type.Optional(Type.Union([Day, Type.Null()])),
});
export type Waiting = Type.Static<typeof Waiting>;

export const NOTHING_WAITS: Waiting = {
  toShip: 0,
  onHold: 0,
  processing: 0,
  requests: 0,
  disputes: 0,
  lowStock: 0,
  soldOut: 0,
  failedEmails: 0,
  owedKeys: 0,
  lowKeys: 0,
};

export const readNotificationsSchemas = {
  summary: 'Who is told by email of new orders, and how often.',
  reply: Type.Object({ success: Type.Boolean(), notifications: Notifications, version: Version }),
} satisfies EndpointSchemas;

export const readNotifications: Endpoint<typeof readNotificationsSchemas, 'read-only'> = {
  method: 'GET',
  path: NOTIFICATIONS_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateNotificationsSchemas = {
  summary: 'Change who is told by email of new orders, and how often. An old `version`: 409 with what is there now.',
  body: Type.Object({ ...Notifications.properties, version: Type.Optional(Version) }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), notifications: Notifications, version: Version }),
} satisfies EndpointSchemas;

export const updateNotifications: Endpoint<typeof updateNotificationsSchemas, 'staff'> = {
  method: 'PUT',
  path: NOTIFICATIONS_PATH,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const readWaitingSchemas = {
  summary:
    "How much waits for a person: orders to ship and on hold, payments that are on their way, requests of customers, disputes to answer, products low on stock or sold out and emails that failed, counted to 100; the caller's role, and until when they have to set up a second factor.",
  reply: Type.Object({
    success: Type.Boolean(),
    waiting: Waiting,
    role: Type.Enum(TEAM_ROLES),
    /** Until when the caller has to set up a second factor; null: nothing is due. */
    secondFactorDueAt: Type.Union([Type.String(), Type.Null()]),
  }),
} satisfies EndpointSchemas;

export const readWaiting: Endpoint<typeof readWaitingSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/waiting',
  access: 'read-only',
  scopes: ['read'],
};
