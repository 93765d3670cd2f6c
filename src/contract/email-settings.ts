/** How the shop writes its emails: their sender and their words, with a preview and a test. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/email-settings.ts';

export type { EmailSender, EmailWords, ListedWords } from './schemas/email-settings.ts';

const SENDER_PATH = '/api/v1/shop/email-sender';
const WORDS_PATH = '/api/v1/shop/email-words';

export const readEmailSender: Endpoint<typeof schemas.readEmailSender, 'read-only'> = {
  method: 'GET',
  path: SENDER_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateEmailSender: Endpoint<typeof schemas.updateEmailSender, 'staff'> = {
  method: 'PUT',
  path: SENDER_PATH,
  access: 'staff',
  scopes: [],
};

export const listEmailWords: Endpoint<typeof schemas.listEmailWords, 'read-only'> = {
  method: 'GET',
  path: WORDS_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateEmailWords: Endpoint<typeof schemas.updateEmailWords, 'staff'> = {
  method: 'PUT',
  path: `${WORDS_PATH}/{kind}`,
  access: 'staff',
  scopes: [],
};

export const previewEmail: Endpoint<typeof schemas.previewEmail, 'staff'> = {
  method: 'POST',
  path: `${WORDS_PATH}/{kind}/preview`,
  access: 'staff',
  scopes: [],
};

export const sendTestEmail: Endpoint<typeof schemas.sendTestEmail, 'staff'> = {
  method: 'POST',
  path: '/api/v1/shop/test-email',
  access: 'staff',
  scopes: [],
};
