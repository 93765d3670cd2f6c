/** A person's own profile and addresses, and the customers as an admin sees them. */
import type { FastifyInstance } from 'fastify';
import type { Customer } from '../../../../contract/account.ts';
import * as account from '../../../../contract/account.ts';
import * as contract from '../../../../contract/address.ts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { route } from '../../../platform/http/route.ts';
import * as repository from './account.repository.ts';
import { listAddresses } from './account.repository.ts';
import * as customer from './customer.service.ts';
import * as profile from './profile.service.ts';
import { addAddress, changeAddress, removeAddress } from './profile.service.ts';

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, account.readProfile, async ({ caller }) => ({ success: true, ...(await profile.readProfile(deps.db, caller)) }));

  route(app, account.updateProfile, async ({ body, caller, request }) => {
    const { user: updateUser, version } = await profile.changeProfile(deps, caller, body, request.ip);
    return { success: true, message: 'successfully update', updateUser, version };
  });

  addressRoutes(app, deps);
  customerRoutes(app, deps);
}

function customerRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const reply = async (caller: Caller, changed: Promise<Customer>) => ({ success: true, customer: customer.showTo(caller, await changed) });

  route(app, account.listUsers, async ({ query: { filter, keyword = '', ...listQuery } }) => ({
    success: true,
    ...(await repository.listUsers(db, { filter, keyword: keyword.trim() }, listQuery)),
  }));

  route(app, account.exportUsers, async ({ query }) => customer.exportUsers(deps.readFromReplica, query));

  route(app, account.readCustomer, ({ params, caller }) => reply(caller, customer.readCustomer(db, params.id)));

  route(app, account.disableCustomer, ({ params, caller }) => reply(caller, customer.disableCustomer(deps, params.id)));

  route(app, account.enableCustomer, ({ params, caller }) => reply(caller, customer.enableCustomer(db, params.id)));

  route(app, account.addCustomerNote, ({ params, body, caller }) => reply(caller, customer.addNote(deps, caller, params.id, body.text)));

  route(app, account.deleteCustomerNote, ({ params, caller }) => reply(caller, customer.removeNote(db, params.id, params.note)));
}

function addressRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listAddresses, async ({ caller }) => ({ success: true, addresses: await listAddresses(deps.db, caller.id) }));

  route(app, contract.createAddress, async ({ body, caller }) => ({ success: true, address: await addAddress(deps, caller, body) }));

  route(app, contract.updateAddress, async ({ params, body, caller }) => ({
    success: true,
    address: await changeAddress(deps, caller, params.id, body),
  }));

  route(app, contract.deleteAddress, async ({ params, caller }) => {
    await removeAddress(deps, caller, params.id);
    return { success: true, message: 'The address is deleted' };
  });
}
