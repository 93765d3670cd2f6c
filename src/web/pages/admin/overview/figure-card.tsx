import type { Figures } from '../../../../contract/shop.ts';
import { overview as words } from '../../../messages.admin.ts';
import { classNames } from '../../../ui/class-names.ts';

interface FigureCardProps {
  label: string;
  figure: Figures['revenue'];
  format: (value: number) => string;
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });

function tellChange({ now, before }: Figures['revenue']): string {
  if (before === 0) return now === 0 ? words.same : words.first;
  const change = percent.format((now - before) / before);
  return change === '0%' ? words.same : words.change(change.replace('-', '−'));
}

export function FigureCard({ label, figure, format }: FigureCardProps) {
  const tone = figure.now > figure.before ? 'text-good' : 'text-caution';
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-raised p-4 sm:p-5">
      <dt className="text-small text-soft">{label}</dt>
      <dd className="figures text-title font-[640] tracking-[-0.03em] sm:text-head">{format(figure.now)}</dd>
      <dd className={classNames('text-small', figure.now === figure.before ? 'text-soft' : tone)}>{tellChange(figure)}</dd>
    </div>
  );
}
