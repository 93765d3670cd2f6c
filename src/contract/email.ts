/** The emails that the shop has written, as an admin sees them. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, KeysetPagination, KeysetQuery, SuccessResponse } from './fields.ts';

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
