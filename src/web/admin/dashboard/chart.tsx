/** Revenue per day as a line chart with a tooltip. The table below holds the same numbers for screen readers. */
import { type PointerEvent, useState } from 'react';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { DashboardStats } from '../../../contract/reports.ts';
import { classNames } from '../../kit/class-names.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { formatDay, formatPrice, formatWholePrice } from '../../shared/format.ts';
import { overview as words } from './messages.ts';

/** The revenue as a chart, and the same numbers as a table. */
const DAY_COLUMNS: Column<Day>[] = [
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
            columns={DAY_COLUMNS}
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

type Day = DashboardStats['days'][number];

/** Units of the SVG's view box, which is stretched to the available size. */
const WIDTH = 1000;
const HEIGHT = 240;
/** The axis reaches at least this far, so that a chart without values has one too. */
const MIN_AXIS_MAX = 100;

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Rounds up to a number that can be halved for the middle label. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * ([1, 1.6, 2, 3, 4, 6, 8].find((it) => it * unit >= value) ?? 10);
}

function Chart({ days }: { days: Day[] }) {
  const [hoveredIndex, setHoveredIndex] = useState<number | null>(null);
  const axisMax = roundUp(Math.max(...days.map((it) => it.revenue), MIN_AXIS_MAX));
  const last = Math.max(days.length - 1, 1);
  const points = days.map((it, index) => `${((index / last) * WIDTH).toFixed(1)},${(HEIGHT - (it.revenue / axisMax) * HEIGHT).toFixed(1)}`);
  const total = toDollars(days.reduce((sum, it) => sum + toCents(it.revenue), 0));
  const axisLabels = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].filter((it) => it !== undefined);
  const day = hoveredIndex === null ? undefined : days[hoveredIndex];

  const handlePointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setHoveredIndex(Math.min(last, Math.max(0, Math.round(((clientX - left) / width) * last))));
  };

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2">
      <div aria-hidden="true" className="tabular-nums flex h-56 flex-col justify-between text-right text-small leading-none text-soft">
        {[1, 0.5, 0].map((part) => (
          <span key={part} className={classNames(part === 1 && '-mt-1.5', part === 0 && '-mb-1.5')}>
            {formatWholePrice(axisMax * part)}
          </span>
        ))}
      </div>
      <div className="relative" onPointerMove={handlePointer} onPointerDown={handlePointer} onPointerLeave={() => setHoveredIndex(null)}>
        <svg
          role="img"
          aria-label={words.chartLabel(formatPrice(total))}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-56 w-full overflow-visible"
        >
          {[0, HEIGHT / 2, HEIGHT].map((at) => (
            <line key={at} x1="0" x2={WIDTH} y1={at} y2={at} className="stroke-line" vectorEffect="non-scaling-stroke" />
          ))}
          <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} className="fill-accent/12" />
          <polyline
            points={points.join(' ')}
            fill="none"
            strokeWidth="2"
            strokeLinejoin="round"
            strokeLinecap="round"
            className="stroke-accent"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {total === 0 && (
          <p className="absolute inset-0 flex items-center justify-center pb-4 text-soft">
            <span className="rounded-full bg-raised px-3">{words.noSales}</span>
          </p>
        )}
        {day && hoveredIndex !== null && <ChartTooltip day={day} x={hoveredIndex / last} y={1 - day.revenue / axisMax} />}
      </div>
      <div aria-hidden="true" className="tabular-nums col-start-2 flex justify-between text-small text-soft">
        {axisLabels.map((it) => (
          <span key={it.day}>{shortDay.format(new Date(it.day))}</span>
        ))}
      </div>
    </div>
  );
}

/** `x` and `y` from 0 to 1, from the top left. */
function ChartTooltip({ day, x, y }: { day: Day; x: number; y: number }) {
  const left = `${x * 100}%`;
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <span className="absolute inset-y-0 w-px bg-edge/50" style={{ left }} />
      <span
        className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-raised bg-accent"
        style={{ left, top: `${y * 100}%` }}
      />
      <div
        className={classNames(
          'tabular-nums absolute top-0 z-10 rounded-control border border-line bg-raised px-3 py-2 text-small whitespace-nowrap shadow-float',
          x > 0.5 ? '-ml-3 -translate-x-full' : 'ml-3',
        )}
        style={{ left }}
      >
        <p className="text-soft">{formatDay(day.day)}</p>
        <p className="font-[640]">{formatPrice(day.revenue)}</p>
        <p className="text-soft">{words.orderCount(day.orders)}</p>
      </div>
    </div>
  );
}
