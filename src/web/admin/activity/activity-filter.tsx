/** Filters of the activity log: kinds, actors and days; links filter by one object or person. All are in the URL. */
import { useNavigate } from 'react-router';
import { ACTOR_KINDS, AUDIT_KINDS, type AuditFilter } from '../../../contract/audit.ts';
import { toDay } from '../../../contract/time-zone.ts';
import { isUuid } from '../../../contract/values.ts';
import { LinkButton } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { createPeriod, findPeriod, PeriodField, parseDay } from '../parts/period-field.tsx';
import { useTeamRole } from '../team/team-role.tsx';
import { audit as words } from './messages.ts';

/** A link to the activity log of one object, `type` as the log has it; only for owners, who alone see the log. */
export function HistoryLink({ type, id }: { type: 'product' | 'order' | 'account' | 'balance'; id: string }) {
  if (useTeamRole() !== 'owner') return null;
  return (
    <LinkButton to={buildHistoryUrl(type, id)} variant="secondary">
      {words.history}
    </LinkButton>
  );
}

/** The filter of the activity log, read from and written to the URL. */

const ACTIVITY_PATH = '/dashboard/admin/activity';

/** Invalid values are ignored. */
export function readFilter(search: URLSearchParams): AuditFilter {
  const kind = AUDIT_KINDS.find((it) => it === search.get('kind'));
  const actorKind = ACTOR_KINDS.find((it) => it === search.get('actorKind'));
  const actor = search.get('actor') ?? '';
  const object = /^[a-z][a-z-]*:./.exec(search.get('object') ?? '')?.input.slice(0, 300);
  const [from, to] = [parseDay(search.get('from')), parseDay(search.get('to'))];
  return {
    ...(kind && { kind }),
    ...(actorKind && { actorKind }),
    ...(isUuid(actor) && { actor }),
    ...(object && { object }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** Empty values are left out. */
export function buildActivityUrl(filter: Record<string, string | undefined>, page = 1): string {
  const set = Object.entries(filter).filter((it): it is [string, string] => Boolean(it[1]));
  return `${ACTIVITY_PATH}?${new URLSearchParams([...set, ...(page > 1 ? [['page', String(page)]] : [])])}`;
}

export const buildHistoryUrl = (type: string, id: string): string => buildActivityUrl({ object: `${type}:${id}` });

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
