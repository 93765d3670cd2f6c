/** The e-mails that the shop has written, as an admin sees them. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/email.ts';

export type { Email } from './schemas/email.ts';

export const listEmails: Endpoint<typeof schemas.listEmails, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/mails',
  access: 'read-only',
  scopes: ['read'],
};
