/** A person's own profile and addresses, and the list of accounts that an admin sees. */
import type { FastifyInstance } from 'fastify';
import { listUsers, readProfile, updateProfile } from '../../contract/account.ts';
import * as contract from '../../contract/address.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import * as repository from './account.repository.ts';
import { listAddresses } from './address.repository.ts';
import { addAddress, changeAddress, removeAddress } from './address.service.ts';
import * as profile from './profile.service.ts';

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, readProfile, async ({ caller }) => ({ success: true, ...(await profile.readProfile(deps.db, caller)) }));

  route(app, updateProfile, async ({ body, caller, request }) => {
    const { user: updateUser, version } = await profile.changeProfile(deps, caller, body, request.ip);
    return { success: true, message: 'successfully update', updateUser, version };
  });

  route(app, listUsers, async ({ query }) => ({ success: true, ...(await repository.listUsers(deps.db, query)) }));

  addressRoutes(app, deps);
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
