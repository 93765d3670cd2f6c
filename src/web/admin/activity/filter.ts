/** The filter of the activity log, read from and written to the URL. */
import type { AuditFilter } from '../../../contract/audit.ts';
import { ACTOR_KINDS, AUDIT_KINDS } from '../../../contract/audit.ts';
import { isUuid } from '../../../contract/values.ts';
import { parseDay } from '../parts/period.ts';

export const ACTIVITY_PATH = '/dashboard/admin/activity';

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
