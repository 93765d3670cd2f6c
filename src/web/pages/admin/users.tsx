/** All accounts, or the one that the URL names. A route for both: each one costs every shopper's first visit bytes. */
import { useParams } from 'react-router';
import { customer, users } from '../../messages/admin-users.ts';
import { createTitleMeta } from '../../meta.ts';
import { CustomerDetails } from './customer/customer-details.tsx';
import { UserList } from './users/user-list.tsx';

const listMeta = createTitleMeta(users.title);
const customerMeta = createTitleMeta(customer.title);

export const meta = (args: Parameters<typeof listMeta>[0] & { params: { id?: string | undefined } }) =>
  (args.params.id === undefined ? listMeta : customerMeta)(args);

export default function UsersPage() {
  const { id } = useParams();
  return id === undefined ? <UserList /> : <CustomerDetails id={id} />;
}
