import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { Id, SuccessResponse } from './common.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const ListedSession = Type.Object({
  /** Names the session without giving its token away. */
  _id: Id,
  /** `Firefox`; null where the client didn't say, or isn't known. */
  browser: Nullable(Type.String()),
  /** `Windows` */
  system: Nullable(Type.String()),
  /** The IP address from which it was logged in; null for sessions from before this was stored. */
  ip: Nullable(Type.String()),
  /** ISO 8601 */
  createdAt: Type.String(),
  /** ISO 8601, to the hour. */
  usedAt: Type.String(),
  /** The one that asks. */
  isCurrent: Type.Boolean(),
});
export type ListedSession = Type.Static<typeof ListedSession>;

export const listSessions = {
  summary: "The caller's sessions that haven't expired, the last used first.",
  reply: Type.Object({ success: Type.Boolean(), sessions: Type.Array(ListedSession) }),
} satisfies EndpointSchemas;

export const endSession = {
  summary: "End one of the caller's sessions. Anyone else's: 404.",
  params: Type.Object({ id: Id }),
  refusals: ['not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

const Ended = Type.Object({ ...SuccessResponse.properties, ended: Type.Integer() });

export const endOtherSessions = {
  summary: "End all of the caller's sessions but the one that the call carries.",
  reply: Ended,
} satisfies EndpointSchemas;

export const endUserSessions = {
  summary: "End all sessions of somebody's account; an admin's own one stays.",
  params: Type.Object({ id: Id }),
  refusals: ['user_not_found'],
  reply: Ended,
} satisfies EndpointSchemas;
