/** Filters of the activity log: kinds, actors and days; links filter by one object or person. All are in the URL. */
import { useNavigate } from 'react-router';
import type { AuditFilter } from '../../../contract/audit.ts';
import { ACTOR_KINDS, AUDIT_KINDS } from '../../../contract/audit.ts';
import { toDay } from '../../../contract/time-zone.ts';
import { LinkButton } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { useShop } from '../../shared/hooks/use-shop.ts';
import { createPeriod, findPeriod } from '../parts/period.ts';
import { PeriodField } from '../parts/period-field.tsx';
import { ACTIVITY_PATH, buildActivityUrl } from './filter.ts';
import { audit as words } from './messages.ts';

export function ActivityFilter({ filter }: { filter: AuditFilter }) {
  const navigate = useNavigate();
  const today = toDay(new Date(), useShop().settings.shop.timeZone);
  const period = { from: filter.from ?? '', to: filter.to ?? '' };
  const apply = (change: Record<string, string>) => void navigate(buildActivityUrl({ ...filter, ...change }), { preventScrollReset: true });
  const isNarrow = filter.object !== undefined || filter.actor !== undefined;
  return (
    <search className="mb-5 flex flex-wrap items-end gap-3">
      <SelectField
        label={words.kind}
        name="kind"
        value={filter.kind ?? ''}
        onChange={(event) => apply({ kind: event.target.value })}
        className="grow basis-36 sm:max-w-52"
      >
        <option value="">{words.everything}</option>
        {AUDIT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {words.kinds[kind]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.actor}
        name="actorKind"
        value={filter.actorKind ?? ''}
        onChange={(event) => apply({ actorKind: event.target.value })}
        className="grow basis-36 sm:max-w-52"
      >
        <option value="">{words.anybody}</option>
        {ACTOR_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {words.actors[kind]}
          </option>
        ))}
      </SelectField>
      <PeriodField
        period={period}
        days={findPeriod(period, today)}
        hasAnyTime
        selectDays={(days) => apply(days ? { ...createPeriod(days, today) } : { from: '', to: '' })}
        apply={({ from, to }) => apply({ from, to })}
      />
      {isNarrow && (
        <span className="flex min-h-11 flex-wrap items-center gap-3">
          <span className="text-small text-soft">{filter.object ? words.onlyObject : words.onlyActor}</span>
          <LinkButton to={ACTIVITY_PATH} variant="secondary" size="small">
            {words.showAll}
          </LinkButton>
        </span>
      )}
    </search>
  );
}
