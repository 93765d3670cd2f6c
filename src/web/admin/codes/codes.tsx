import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { listCategories } from '../../../contract/category.ts';
import { type DiscountCode, endDiscountCode, listDiscountCodes } from '../../../contract/discount-code.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { PercentIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { common } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../layout/messages.ts';
import { ActionButton } from '../parts/controls.tsx';
import { CodeForm } from './code-form.tsx';
import { discountCodes as words } from './messages.ts';

export const meta = createTitleMeta(adminNav.codes);

const PER_PAGE = 20;
const TONES: Record<DiscountCode['state'], BadgeTone> = { planned: 'accent', active: 'good', used_up: 'caution', ended: 'quiet' };

function describeDiscount({ kind, value, minimum }: DiscountCode): string {
  const discount = value === null ? words.freeShipping : words.off(kind === 'percent' ? `${value}%` : formatPrice(value));
  return minimum > 0 ? `${discount} ${words.from(formatPrice(minimum))}` : discount;
}

function describeValidity({ startsAt, endsAt }: DiscountCode): string {
  if (startsAt && endsAt) return words.between(formatDate(startsAt), formatDate(endsAt));
  if (startsAt) return words.since(formatDate(startsAt));
  return endsAt ? words.until(formatDate(endsAt)) : words.always;
}

interface CodeActions {
  edit: (code: DiscountCode) => void;
  end: (code: DiscountCode) => void;
}

const createColumns = ({ edit, end }: CodeActions): Column<DiscountCode>[] => [
  { header: words.code, cell: ({ code }) => <bdi className="font-[600] wrap-anywhere">{code}</bdi> },
  { header: words.discount, cell: describeDiscount },
  { header: words.validity, cell: (code) => <span className="tabular-nums">{describeValidity(code)}</span> },
  { header: words.uses, isEndAligned: true, cell: ({ uses, maxUses }) => words.usesOf(uses, maxUses) },
  { header: words.status, cell: ({ state }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge> },
  {
    header: words.action,
    isEndAligned: true,
    cell: (code) => (
      <span className="-my-0.5 inline-flex gap-1">
        <Button variant="quiet" size="small" aria-label={`${words.edit} ${code.code}`} onClick={() => edit(code)}>
          {words.edit}
        </Button>
        {code.state !== 'ended' && (
          <ActionButton variant="danger-quiet" size="small" aria-label={`${words.end} ${code.code}`} onClick={() => end(code)}>
            {words.end}
          </ActionButton>
        )}
      </span>
    ),
  },
];

export default function CodesPage() {
  const page = usePage();
  /** `new`: the form for another one. */
  const [edited, setEdited] = useState<DiscountCode | 'new' | null>(null);
  const [ended, setEnded] = useState<DiscountCode | null>(null);
  const loaded = useLoad(`codes ${page}`, async (it, signal) => {
    const [found, { category }] = await Promise.all([
      it(listDiscountCodes, { query: { page, limit: PER_PAGE }, signal }),
      it(listCategories, { signal }),
    ]);
    return { ...found, categories: category };
  });
  const pages = usePageCount(page, loaded.data);
  const total = loaded.data?.total;

  return (
    <>
      <DashboardHeader
        title={adminNav.codes}
        lead={total !== undefined ? words.count(total) : loaded.error ? '\u00a0' : words.counting}
        actions={<ActionButton onClick={() => setEdited('new')}>{words.add}</ActionButton>}
      />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} />}>
        {({ codes }) =>
          codes.length ? (
            <>
              <DataTable
                caption={adminNav.codes}
                columns={createColumns({ edit: setEdited, end: setEnded })}
                rows={codes}
                getRowKey={({ _id }) => _id}
              />
              <Pagination label={words.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
            </>
          ) : (
            <EmptyState icon={<PercentIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
      {edited && loaded.data && (
        <Dialog
          title={edited === 'new' ? words.addTitle : words.editTitle(edited.code)}
          close={() => setEdited(null)}
          closeLabel={common.close}
          variant="sheet"
        >
          <CodeForm
            code={edited === 'new' ? null : edited}
            categories={loaded.data.categories}
            onSaved={(code) => {
              toast.success(words.saved(code));
              setEdited(null);
              void loaded.reload();
            }}
          />
        </Dialog>
      )}
      {ended && (
        <ConfirmActionDialog
          title={words.confirmEnd(ended.code)}
          hint={words.endHint}
          confirmLabel={words.end}
          onConfirm={async () => {
            await api(endDiscountCode, { params: { id: ended._id } });
            toast.success(words.ended(ended.code));
            setEnded(null);
            void loaded.reload();
          }}
          close={() => setEnded(null)}
        />
      )}
    </>
  );
}
