/** One customer for admins, an account or a guest: what they bought, how to reach them, tags, the team's notes, and whether they may log in. */
import { useParams } from 'react-router';
import { type CustomerDetails, changeCustomerFields, readCustomerDetails } from '../../../../contract/customer.ts';
import { api, isInvalidOrNotFound } from '../../../api.ts';
import { LinkButton } from '../../../kit/button.tsx';
import { Skeleton } from '../../../kit/loading.tsx';
import { UsersIcon } from '../../../kit/nav-icons.tsx';
import { EmptyState } from '../../../kit/notice.tsx';
import { Badge } from '../../../kit/status.tsx';
import { AsyncContent, OrderSkeleton, orderLayout } from '../../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate } from '../../../shared/format.ts';
import { useLoad } from '../../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../../shared/meta.ts';
import { HistoryLink } from '../../activity/activity-filter.tsx';
import { ValuesPanel } from '../../custom-fields/values-panel.tsx';
import { KindBadges } from '../customer-columns.tsx';
import { TagsPanel } from '../customer-tags.tsx';
import { users as listWords, customer as words } from '../messages.ts';
import { CustomerAccess } from './customer-access.tsx';
import { CustomerContact, CustomerData, CustomerNotes, CustomerOrders } from './customer-panels.tsx';
import { FormerOrders } from './former-orders.tsx';
import { ConsentPanel, GuestContact, GuestDataPanel } from './guest-panels.tsx';
import { StoreCreditPanel } from './store-credit-panel.tsx';

const USERS_PATH = '/dashboard/admin/users';

export const meta = createTitleMeta(words.title);

export default function CustomerPage() {
  const { id = '' } = useParams();
  const loaded = useLoad(`customer ${id}`, (it, signal) => it(readCustomerDetails, { params: { id }, signal }));
  if (isInvalidOrNotFound(loaded.error)) return <CustomerNotFound />;
  return (
    <>
      <BackLink to={USERS_PATH}>{words.all}</BackLink>
      {!loaded.data && <DashboardHeader title={words.title} lead={'\u00a0'} actions={<Skeleton className="h-10 w-36 rounded-control" />} />}
      <AsyncContent state={loaded} skeleton={<OrderSkeleton />}>
        {({ customer }) => <CustomerContent key={customer._id} customer={customer} reload={loaded.reload} />}
      </AsyncContent>
    </>
  );
}

function CustomerContent({ customer, reload }: { customer: CustomerDetails; reload: () => Promise<void> }) {
  const { _id, account, name, createdAt } = customer;
  const since = account ? words.registered : words.guestSince;
  return (
    <>
      <DashboardHeader
        title={name}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <time dateTime={createdAt}>{since(formatDate(createdAt))}</time>
            {customer.kind !== 'account' && <KindBadges customer={customer} />}
            {customer.kind === 'account' && customer.disabledAt && <Badge tone="caution">{listWords.disabled}</Badge>}
          </span>
        }
        actions={<HistoryLink type="account" id={_id} />}
      />
      <div className={orderLayout}>
        <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-start-1">
          <CustomerOrders customer={customer} />
          <FormerOrders id={_id} />
          <ValuesPanel
            owner="customer"
            id={_id}
            values={customer.customFields}
            save={(body) => api(changeCustomerFields, { params: { id: _id }, body })}
            reload={reload}
          />
          <CustomerNotes customer={customer} reload={reload} />
        </div>
        <div className="grid min-w-0 gap-4 lg:col-start-2 lg:row-start-1">
          <TagsPanel customer={customer} reload={reload} />
          {account ? <CustomerContact customer={account} /> : <GuestContact customer={customer} />}
          {account && <StoreCreditPanel id={_id} />}
          {customer.consentAt && <ConsentPanel customer={customer} consentAt={customer.consentAt} reload={reload} />}
          {account && <CustomerAccess customer={account} reload={reload} />}
          {account ? <CustomerData customer={account} /> : <GuestDataPanel customer={customer} />}
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
