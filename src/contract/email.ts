/** The emails that the shop has written, as an admin sees them. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/email.ts';

export type { Email } from './schemas/email.ts';

const PATH = '/api/v1/shop/mails';

export const listEmails: Endpoint<typeof schemas.listEmails, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const readEmail: Endpoint<typeof schemas.readEmail, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/{id}`,
  access: 'read-only',
  scopes: ['read'],
};

export const resendEmail: Endpoint<typeof schemas.resendEmail, 'staff'> = {
  method: 'POST',
  path: `${PATH}/{id}/resend`,
  access: 'staff',
  scopes: [],
};

export const resendFailedEmails: Endpoint<typeof schemas.resendFailedEmails, 'staff'> = {
  method: 'POST',
  path: `${PATH}/resend`,
  access: 'staff',
  scopes: [],
};
