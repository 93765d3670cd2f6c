/** All accounts, or the one that the URL names. Both share a route, because each route adds bytes to every shopper's first visit. */
import { useParams } from 'react-router';
import { createDetailMeta } from '../../shared/detail-meta.ts';
import { CustomerDetails } from './customer/customer-details.tsx';
import { customer, users } from './messages.ts';
import { UserList } from './user-list.tsx';

export const meta = createDetailMeta(users.title, () => customer.title);

export default function UsersPage() {
  const { id } = useParams();
  return id === undefined ? <UserList /> : <CustomerDetails id={id} />;
}
