import type { DashboardStats } from '../../../contract/reports.ts';
import { classNames } from '../../kit/class-names.ts';
import { overview as words } from '../messages.ts';

interface StatCardProps {
  label: string;
  stat: DashboardStats['revenue'];
  format: (value: number) => string;
  /** How many days both periods have. */
  days: number;
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });

/** Changes below half a percent count as none. */
function describeChange({ now, before }: DashboardStats['revenue'], days: number): { text: string; className: string } {
  const previous = words.previous(days);
  if (before === 0 && now > 0) return { text: words.noPreviousData(previous), className: 'text-soft' };
  const change = before === 0 ? '0%' : percent.format((now - before) / before);
  if (change === '0%') return { text: words.unchanged(previous), className: 'text-soft' };
  return { text: words.change(change.replace('-', '−'), previous), className: now > before ? 'text-good' : 'text-caution' };
}

export function StatCard({ label, stat, format, days }: StatCardProps) {
  const { text, className } = describeChange(stat, days);
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-raised p-4 sm:p-5">
      <dt className="text-small text-soft">{label}</dt>
      <dd className="tabular-nums text-title font-[640] tracking-[-0.03em] sm:text-head">{format(stat.now)}</dd>
      <dd className={classNames('text-small', className)}>{text}</dd>
    </div>
  );
}
