/** Redirects of a former shop, so that its addresses lead on. None begins where the shop has a page, and none leads in a circle. */
import { REDIRECTS_MAX } from '../../../contract/limits.ts';
import type { RedirectRefusal } from '../../../contract/redirect.ts';
import { isYes } from '../catalog/import/formats/format.ts';
import { createKindWork, type Planned, planEach, type RowKind, refuse } from '../catalog/import/runs/row-kind.ts';
import { planRedirects, storeRedirects } from '../content/seo/redirect.service.ts';
import { parseRedirect, type RedirectPaths } from '../content/seo/redirect-line.ts';
import { lockRedirects } from '../content/seo/seo.repository.ts';

const REASONS: Record<RedirectRefusal, [column: 'from' | 'to' | '', reason: string]> = {
  not_two_paths: ['', 'needs two paths: from where, and to where'],
  invalid_path: ['', 'has a path that doesn’t begin with /'],
  too_long: ['', 'has a path that is too long'],
  foreign_host: ['', 'leads out of this shop: write the path alone'],
  has_query: ['from', 'has a ? or #, which redirects don’t look at'],
  wildcard: ['', 'has a * elsewhere than at the end'],
  served: ['from', 'is a page of this shop, which stays'],
  taken: ['from', 'is redirected here already, to somewhere else'],
  loop: ['to', 'leads back to where it began'],
  chain: ['to', 'leads to another redirect: write the last path at once'],
  too_many: ['', `doesn’t fit: a shop has ${REDIRECTS_MAX.toLocaleString('en')} redirects at most`],
};

const KIND: RowKind<RedirectPaths> = {
  unique: ['from'],
  nameOf: ({ from = '' }) => from,
  plan: async ({ db, publicUrl, import: { status } }, rows) => {
    // Written one after the other, and nobody adds some meanwhile.
    if (status === 'running') await lockRedirects(db);
    const origins = [publicUrl ?? 'http://shop.invalid'];
    const parsed = rows.map(({ cells: { from, to }, error }) =>
      error === null && from && to ? parseRedirect(from, to, origins) : 'not_two_paths',
    );
    const outcomes = await planRedirects(db, parsed);
    const places = new Map(rows.map((row, index) => [row, index]));
    return planEach(rows, KIND.nameOf, (row): Planned<RedirectPaths> => {
      const index = places.get(row) ?? 0;
      const [what, outcome] = [parsed[index], outcomes[index]];
      const name = KIND.nameOf(row.cells);
      if (isYes(row.cells.regex) || /regex/i.test(row.cells.regex ?? ''))
        return refuse(row, name, 'from', 'is a pattern: write the paths, with a * at the end for all below');
      if (!what || typeof what === 'string' || !outcome || (outcome !== 'new' && outcome !== 'same')) {
        const [column, reason] = REASONS[(outcome === 'new' || outcome === 'same' ? null : outcome) ?? 'not_two_paths'];
        return refuse(row, name, column, reason);
      }
      return { row, name, what, outcome: outcome === 'new' ? 'created' : 'unchanged', values: { to: what.to }, notices: [] };
    });
  },
  write: ({ db, now }, planned) =>
    storeRedirects(
      db,
      planned.map(({ what }) => what),
      now(),
    ),
};

export const REDIRECT_KIND = createKindWork(KIND);
