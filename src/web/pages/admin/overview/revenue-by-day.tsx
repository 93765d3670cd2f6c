/** The revenue as a line, and below it the same figures as a table for whoever reads rather than looks. */
import type { Figures } from '../../../../contract/shop.ts';
import { formatDay, formatPrice } from '../../../format.ts';
import { overview as words } from '../../../messages.admin.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';

type Day = Figures['days'][number];

/** Of the drawing's own grid; it is stretched to the room there is. */
const WIDTH = 1000;
const HEIGHT = 240;

const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The next number above that halves well. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return unit * ([1, 1.5, 2, 3, 4, 6, 8].find((it) => it * unit >= value) ?? 10);
}

const COLUMNS: Column<Day>[] = [
  { head: words.day, cell: (it) => formatDay(it.day) },
  { head: words.dayOrders, isEnd: true, cell: (it) => it.orders },
  { head: words.dayRevenue, isEnd: true, cell: (it) => formatPrice(it.revenue) },
];

export function RevenueByDay({ days }: { days: Day[] }) {
  return (
    <Panel title={words.byDay}>
      <Chart days={days} />
      <details className="group mt-3">
        <summary className="inline-flex min-h-9 items-center gap-1.5 rounded-control text-small text-soft hover:text-ink">
          {words.asTable}
          <ChevronIcon className="transition-transform group-open:rotate-180" />
        </summary>
        <div className="mt-2 max-h-96 overflow-y-auto">
          <DataTable caption={words.byDay} columns={COLUMNS} rows={[...days].reverse()} keyOf={(it) => it.day} narrow="table" />
        </div>
      </details>
    </Panel>
  );
}

function Chart({ days }: { days: Day[] }) {
  const top = roundUp(Math.max(...days.map((it) => it.revenue), 1));
  const step = WIDTH / Math.max(days.length - 1, 1);
  const y = (revenue: number) => HEIGHT - (revenue / top) * HEIGHT;
  const line = days.map((it, index) => `${(index * step).toFixed(1)},${y(it.revenue).toFixed(1)}`).join(' ');
  const total = days.reduce((sum, it) => sum + Math.round(it.revenue * 100), 0) / 100;
  const marks = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].filter((it) => it !== undefined);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2">
      <div aria-hidden="true" className="figures flex h-56 flex-col justify-between text-right text-small leading-none text-soft">
        <span className="-mt-1.5">{wholeDollars.format(top)}</span>
        <span>{wholeDollars.format(top / 2)}</span>
        <span className="-mb-1.5">{wholeDollars.format(0)}</span>
      </div>
      <svg
        role="img"
        aria-label={words.chart(formatPrice(total))}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-56 w-full overflow-visible"
      >
        {[0, HEIGHT / 2, HEIGHT].map((at) => (
          <line key={at} x1="0" x2={WIDTH} y1={at} y2={at} className="stroke-line" vectorEffect="non-scaling-stroke" />
        ))}
        <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} className="fill-accent/15" />
        <polyline
          points={line}
          fill="none"
          strokeWidth="2.5"
          strokeLinejoin="round"
          strokeLinecap="round"
          className="stroke-accent"
          vectorEffect="non-scaling-stroke"
        />
        {days.map((it, index) => (
          <rect key={it.day} x={(index - 0.5) * step} y="0" width={step} height={HEIGHT} className="fill-transparent hover:fill-accent/10">
            <title>{`${formatDay(it.day)}: ${formatPrice(it.revenue)}`}</title>
          </rect>
        ))}
      </svg>
      <div aria-hidden="true" className="figures col-start-2 flex justify-between text-small text-soft">
        {marks.map((it) => (
          <span key={it.day}>{shortDay.format(new Date(it.day))}</span>
        ))}
      </div>
    </div>
  );
}
