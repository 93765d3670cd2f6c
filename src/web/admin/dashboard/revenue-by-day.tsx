/** The revenue as a chart, and the same numbers as a table. */
import type { DashboardStats } from '../../../contract/reports.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { formatDay, formatPrice } from '../../shared/format.ts';
import { overview as words } from '../messages.ts';
import { Chart } from './chart.tsx';

type Day = DashboardStats['days'][number];

const COLUMNS: Column<Day>[] = [
  { header: words.day, cell: (it) => formatDay(it.day) },
  { header: words.dayOrders, isEndAligned: true, cell: (it) => it.orders },
  { header: words.dayRevenue, isEndAligned: true, cell: (it) => formatPrice(it.revenue) },
];

export function RevenueByDay({ days }: { days: Day[] }) {
  return (
    <Panel title={words.revenueByDay}>
      <Chart days={days} />
      <details className="group mt-3 -mb-2">
        <summary className="inline-flex min-h-9 items-center gap-1.5 rounded-control text-small text-soft hover:text-ink">
          {words.showTable}
          <ChevronIcon className="transition-transform group-open:rotate-180" />
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section tabIndex={0} aria-label={words.revenueByDay} className="mt-2 mb-2 max-h-96 overflow-y-auto">
          <DataTable
            caption={words.revenueByDay}
            columns={COLUMNS}
            rows={[...days].reverse()}
            getRowKey={(it) => it.day}
            narrowLayout="table"
            isInPanel
          />
        </section>
      </details>
    </Panel>
  );
}
