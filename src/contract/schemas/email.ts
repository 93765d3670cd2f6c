import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { Id, KeysetPagination, KeysetQuery } from './common.ts';

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
});
export type Email = Type.Static<typeof Email>;

export const listEmails = {
  summary: 'The emails that the shop wrote, newest first; all, or those that failed for good.',
  query: Type.Object({ ...KeysetQuery, state: Type.Optional(Type.Literal('failed')) }),
  reply: Type.Object({ success: Type.Boolean(), mails: Type.Array(Email), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const readEmail = {
  summary: 'One email that the shop wrote, and what became of it.',
  params: Type.Object({ id: Id }),
  reply: Type.Object({ success: Type.Boolean(), email: Email }),
} satisfies EndpointSchemas;
