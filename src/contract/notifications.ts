/** What the merchant is told by email and in the admin area's menu. */
import * as Type from 'typebox';
import { TEAM_ROLES } from './access.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Version } from './fields.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import { OptionalEmail } from './settings.ts';

const PATH = '/api/v1/shop/notifications';

export const Notifications = Type.Object({
  /** Where notifications are sent; empty: nowhere. */
  email: OptionalEmail,
  /** An email for each order that was paid. */
  eachOrder: Type.Boolean(),
  /** One email a day: what was sold, what waits, and what is low on stock. */
  dailySummary: Type.Boolean(),
});
export type Notifications = Type.Static<typeof Notifications>;

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
});
export type Waiting = Type.Static<typeof Waiting>;

export const readNotificationsSchemas = {
  summary: 'Who is told by email of new orders, and how often.',
  reply: Type.Object({ success: Type.Boolean(), notifications: Notifications, version: Version }),
} satisfies EndpointSchemas;

export const readNotifications: Endpoint<typeof readNotificationsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
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
  path: PATH,
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
