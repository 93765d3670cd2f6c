/** One account for admins: what it bought, how to reach it, the team's notes, and whether it may log in. */
import { useParams } from 'react-router';
import { readCustomer } from '../../../../contract/account.ts';
import { isInvalidOrNotFound } from '../../../api.ts';
import { LinkButton } from '../../../kit/button.tsx';
import { UsersIcon } from '../../../kit/nav-icons.tsx';
import { EmptyState } from '../../../kit/notice.tsx';
import { Badge } from '../../../kit/status.tsx';
import { AsyncContent, OrderSkeleton, orderLayout } from '../../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate } from '../../../shared/format.ts';
import { useLoad } from '../../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../../shared/meta.ts';
import { HistoryLink } from '../../activity/activity-filter.tsx';
import { users as listWords, customer as words } from '../messages.ts';
import { CustomerAccess, type CustomerPanelProps } from './customer-access.tsx';
import { CustomerContact, CustomerData, CustomerNotes, CustomerOrders } from './customer-panels.tsx';

const USERS_PATH = '/dashboard/admin/users';

export const meta = createTitleMeta(words.title);

export default function CustomerPage() {
  const { id = '' } = useParams();
  const loaded = useLoad(`customer ${id}`, (it, signal) => it(readCustomer, { params: { id }, signal }));
  if (isInvalidOrNotFound(loaded.error)) return <CustomerNotFound />;
  return (
    <>
      <BackLink to={USERS_PATH}>{words.all}</BackLink>
      {!loaded.data && <DashboardHeader title={words.title} lead={'\u00a0'} />}
      <AsyncContent state={loaded} skeleton={<OrderSkeleton />}>
        {({ customer }) => <CustomerContent key={customer._id} customer={customer} reload={loaded.reload} />}
      </AsyncContent>
    </>
  );
}

function CustomerContent({ customer, reload }: CustomerPanelProps) {
  return (
    <>
      <DashboardHeader
        title={customer.name}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <time dateTime={customer.createdAt}>{words.registered(formatDate(customer.createdAt))}</time>
            {customer.role === 1 && <Badge tone="accent">{listWords.admin}</Badge>}
            {customer.disabledAt && <Badge tone="caution">{listWords.disabled}</Badge>}
          </span>
        }
        actions={<HistoryLink type="account" id={customer._id} />}
      />
      <div className={orderLayout}>
        <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-start-1">
          <CustomerOrders customer={customer} />
          <CustomerNotes customer={customer} reload={reload} />
        </div>
        <div className="grid min-w-0 gap-4 lg:col-start-2 lg:row-start-1">
          <CustomerContact customer={customer} />
          <CustomerAccess customer={customer} reload={reload} />
          <CustomerData customer={customer} />
        </div>
      </div>
    </>
  );
}

function CustomerNotFound() {
  return (
    <>
      <BackLink to={USERS_PATH}>{words.all}</BackLink>
      <DashboardHeader title={words.title} />
      <EmptyState icon={<UsersIcon size={22} />} title={words.notFound} actions={<LinkButton to={USERS_PATH}>{words.all}</LinkButton>}>
        {words.notFoundHint}
      </EmptyState>
    </>
  );
}
