/** The products that Google would refuse or show less often, of one problem or of all. */
import { useNavigate, useSearchParams } from 'react-router';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import {
  exportFeedProblems,
  FEED_PROBLEM_NAMES,
  FEED_PROBLEMS,
  type FeedProblem,
  listFeedProblems,
  type ProductWithProblems,
  type readFeeds,
} from '../../../contract/feeds.ts';
import { api } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { SelectField } from '../../kit/field.tsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { useKeysetPagination, useKeysetQuery } from '../parts/list-controls.tsx';
import { problems as problemWords, feeds as words } from './messages.ts';

const PER_PAGE = 20;

const columns: Column<ProductWithProblems>[] = [
  { header: words.product, cell: ({ name }) => <bdi className="line-clamp-2">{name}</bdi> },
  {
    header: words.why,
    isBelowHeader: true,
    cell: ({ problems }) => (
      <ul className="flex flex-col gap-1">
        {FEED_PROBLEM_NAMES.filter((it) => problems.includes(it)).map((it) => (
          <li key={it} className="flex flex-wrap items-baseline gap-x-2">
            <Badge tone={FEED_PROBLEMS[it] === 'refused' ? 'caution' : 'quiet'}>{words[FEED_PROBLEMS[it]]}</Badge>
            <span>{problemWords[it].label}</span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    header: words.action,
    isEndAligned: true,
    cell: ({ name, slug }) => (
      <LinkButton to={`/dashboard/admin/update-product/${slug}`} variant="secondary" size="small" aria-label={words.editLabel(name)}>
        {words.edit}
      </LinkButton>
    ),
  },
];

const buildUrl = (problem: FeedProblem | null, page: number): string => `?${problem ? `problem=${problem}&` : ''}page=${page}`;

type Build = ReplyOf<typeof readFeeds>['build'];

/** Each problem that some products have, with how many. */
function ProblemFilter({ problem, counts }: { problem: FeedProblem | null; counts: NonNullable<Build>['problems'] }) {
  const navigate = useNavigate();
  const shown = FEED_PROBLEM_NAMES.filter((it) => counts[it] || it === problem);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label={words.filter}
        name="problem"
        value={problem ?? ''}
        hint={problem ? problemWords[problem].hint : undefined}
        className="min-w-0 grow basis-56"
        onChange={(event) => {
          const chosen = FEED_PROBLEM_NAMES.find((it) => it === event.target.value) ?? null;
          void navigate(buildUrl(chosen, 1), { preventScrollReset: true });
        }}
      >
        <option value="">{words.anyProblem}</option>
        {shown.map((it) => (
          <option key={it} value={it}>
            {words.withCount(problemWords[it].label, counts[it] ?? 0)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

export function ProblemList({ build }: { build: Build }) {
  const listQuery = useKeysetQuery();
  const asked = useSearchParams()[0].get('problem');
  const problem = FEED_PROBLEM_NAMES.find((it) => it === asked) ?? null;
  const filter = { ...(problem && { problem }) };
  // Loaded again once the feeds were made again.
  const loaded = useLoad(
    `feed problems ${build?.finishedAt} ${problem} ${JSON.stringify(listQuery)}`,
    async (it, signal) => {
      const found = await it(listFeedProblems, { query: { ...filter, ...listQuery, limit: PER_PAGE }, signal });
      return { ...found, ids: found.products.map(({ _id }) => _id) };
    },
    { isEnabled: build !== undefined },
  );
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (page) => buildUrl(problem, page));
  const hasAny = build !== undefined && Object.keys(build.problems).length > 0;
  return (
    <Panel
      title={words.problems}
      hint={words.problemsHint}
      action={
        hasAny && (
          <DownloadButton fileName={words.fileName} size="small" load={() => api(exportFeedProblems, { query: filter })}>
            {words.download}
          </DownloadButton>
        )
      }
    >
      {!build && <p className="text-soft">{words.noneYet}</p>}
      {build && !hasAny && (
        <EmptyState icon={<CheckIcon size={22} />} title={words.none}>
          {words.noneHint}
        </EmptyState>
      )}
      {build && hasAny && (
        <div className="flex flex-col gap-4">
          <ProblemFilter problem={problem} counts={build.problems} />
          <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} />}>
            {({ products }) =>
              products.length ? (
                <>
                  <DataTable
                    caption={words.problems}
                    columns={columns}
                    rows={products}
                    getRowKey={({ _id }) => _id}
                    narrowLayout="list"
                    isInPanel
                  />
                  <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
                </>
              ) : (
                <p className="text-soft">{words.noneOfKind}</p>
              )
            }
          </AsyncContent>
        </div>
      )}
    </Panel>
  );
}
