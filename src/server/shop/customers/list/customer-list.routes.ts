/** The list of customers, accounts and guests, for the team. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/customer.ts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { route } from '../../../platform/http/route.ts';
import { showTo } from '../accounts/customer.service.ts';
import { listCustomers } from './customer-list.repository.ts';
import * as service from './customer-list.service.ts';
import { listTags } from './customer-tags.repository.ts';

export function customerListRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const reply = async (caller: Caller, changed: Promise<contract.CustomerDetails>) => {
    const customer = await changed;
    return { success: true, customer: { ...customer, account: customer.account && showTo(caller, customer.account) } };
  };

  route(app, contract.listCustomers, async ({ query }) => ({ success: true, ...(await listCustomers(db, query, query.sort, query)) }));

  route(app, contract.exportCustomers, async ({ query }) => service.exportCustomers(deps.readFromReplica, query));

  route(app, contract.listCustomerTags, async () => ({ success: true, tags: await listTags(db) }));

  route(app, contract.tagCustomers, async ({ body }) => ({ success: true, changed: await service.tagCustomers(db, body) }));

  route(app, contract.readCustomerDetails, ({ params, caller }) => reply(caller, service.readCustomerDetails(db, params.id)));

  route(app, contract.addNote, ({ params, body, caller }) => reply(caller, service.addNote(deps, caller, params.id, body.text)));

  route(app, contract.deleteNote, ({ params, caller }) => reply(caller, service.removeNote(db, params.id, params.note)));

  route(app, contract.changeCustomerFields, ({ params, body, caller }) => reply(caller, service.changeFields(db, params.id, body)));

  route(app, contract.endConsent, ({ params, caller }) => reply(caller, service.endConsent(db, params.id)));
}
