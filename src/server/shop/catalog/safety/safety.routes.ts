import type { FastifyInstance } from 'fastify';
import { createSafetyContact, deleteSafetyContact, listSafetyContacts, updateSafetyContact } from '../../../../contract/safety.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { listContacts } from './safety.repository.ts';
import { addContact, changeContact, removeContact } from './safety.service.ts';

export function safetyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listSafetyContacts, async () => ({ success: true, contacts: await listContacts(deps.db) }));

  route(app, createSafetyContact, async ({ body }) => {
    const contact = await addContact(deps, body);
    return { success: true, message: `${contact.name} is added`, contact };
  });

  route(app, updateSafetyContact, async ({ params, body }) => ({
    success: true,
    message: 'successfully updated',
    contact: await changeContact(deps, params.id, body),
  }));

  route(app, deleteSafetyContact, async ({ params }) => {
    await removeContact(deps, params.id);
    return { success: true, message: 'deleted' };
  });
}
