/** Searches orders by keyword, status and period, all kept in the URL. */
import { useNavigate } from 'react-router';
import { ORDER_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { type OrderStatus, PAID_STATUSES, UNPAID_STATUSES } from '../../../contract/order-fields.ts';
import { toDay } from '../../../contract/time-zone.ts';
import { SelectField } from '../../kit/field.tsx';
import { orderRequests, orders } from '../../shared/messages/orders.ts';
import { useShop } from '../../shared/shop-data.ts';
import { KeywordForm, useKeyword } from '../parts/keyword-form.tsx';
import { createPeriod, findPeriod, PeriodField } from '../parts/period-field.tsx';
import { buildFilterUrl, type Filter, findStatus } from './filter.ts';
import { adminOrders as words } from './messages.ts';

const renderOption = (status: OrderStatus) => (
  <option key={status} value={status}>
    {orders.status[status]}
  </option>
);

export function OrderFilter({ filter }: { filter: Filter }) {
  const { keyword, status } = filter;
  const navigate = useNavigate();
  const today = toDay(new Date(), useShop().settings.shop.timeZone);
  const input = useKeyword(keyword);
  const apply = (change: Partial<Filter>) => {
    const next = { ...filter, keyword: input.read(), ...change };
    void navigate(buildFilterUrl(next), { preventScrollReset: true });
  };

  return (
    <KeywordForm
      input={input}
      label={words.searchLabel}
      maxLength={ORDER_SEARCH_MAX_LENGTH}
      submitLabel={words.search}
      onSubmit={() => apply({})}
    >
      <SelectField
        label={words.status}
        name="status"
        value={status ?? ''}
        onChange={(event) => apply({ status: findStatus(event.target.value) })}
        className="grow basis-36 sm:max-w-52"
      >
        <option value="">{words.allStatuses}</option>
        <option value="to_ship">{words.tabs.to_ship}</option>
        <option value="requested">{orderRequests.filter}</option>
        <option value="disputed">{words.disputed}</option>
        {PAID_STATUSES.map(renderOption)}
        <optgroup label={words.checkouts}>
          <option value="unpaid">{words.allCheckouts}</option>
          <option value="processing">{orders.processing}</option>
          {UNPAID_STATUSES.map(renderOption)}
        </optgroup>
      </SelectField>
      <PeriodField
        period={filter}
        days={findPeriod(filter, today)}
        hasAnyTime
        selectDays={(days) => apply(days ? createPeriod(days, today) : { from: '', to: '' })}
        apply={apply}
      />
    </KeywordForm>
  );
}
