/** The period of the overview's statistics, which is in the URL, and the export of its days. */
import { useNavigate } from 'react-router';
import { type DashboardStats, exportDashboardStats } from '../../../contract/reports.ts';
import { toDay } from '../../../contract/time-zone.ts';
import { api } from '../../api.ts';
import { formatDay } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { overview as words } from '../messages.ts';
import { buildPeriodUrl, type OverviewPeriod as Chosen, PeriodField, toPeriodQuery } from '../parts/period-field.tsx';

interface OverviewPeriodProps {
  chosen: Chosen;
  /** The days of the statistics that are shown. */
  period: DashboardStats['period'];
}

export function OverviewPeriod({ chosen, period }: OverviewPeriodProps) {
  const navigate = useNavigate();
  const { timeZone } = useShop().settings.shop;
  const open = (next: Chosen) => void navigate(buildPeriodUrl(next), { preventScrollReset: true });
  const isSoFar = period.from <= toDay(new Date(), timeZone) && period.to >= toDay(new Date(), timeZone);
  return (
    <div className="mt-2 flex flex-wrap items-end gap-3">
      <PeriodField
        // The fields for chosen days start with those that are shown.
        period={chosen.days === null ? chosen : period}
        days={chosen.days}
        selectDays={(days) => open({ days, from: '', to: '' })}
        apply={(next) => open({ ...next, days: null })}
      />
      <DownloadButton fileName={words.fileName} load={() => api(exportDashboardStats, { query: toPeriodQuery(chosen) })}>
        {words.export}
      </DownloadButton>
      <p className="tabular-nums min-h-11 content-center text-small text-soft">
        {words.period(formatDay(period.from), formatDay(period.to), timeZone)}
        {isSoFar && `, ${words.soFar}`}
      </p>
    </div>
  );
}
