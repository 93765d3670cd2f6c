/** The brands of the shop. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useSearchParams } from 'react-router';
import { deleteBrand, type ListedBrand, listBrands } from '../../../contract/brand.ts';
import { BRAND_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { cutText } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { TagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader, focusHeading } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { createValidationError } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { ActionButton } from '../parts/controls.tsx';
import { usePausedText } from '../parts/list-controls.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { BrandForm } from './brand-form.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { brands as words } from './messages.ts';

export const meta = () => [{ title: words.title }];

const PER_PAGE = 50;

function BrandName({ brand: { name, slug } }: { brand: ListedBrand }) {
  return (
    <>
      <bdi className="block font-[560] wrap-anywhere">{name}</bdi>
      <Link
        to={`/brands/${slug}`}
        className="-my-1 inline-block py-1 text-small font-normal text-soft wrap-anywhere hover:text-ink hover:underline"
      >
        /brands/{slug}
      </Link>
    </>
  );
}

export default function BrandsPage() {
  const revalidateShop = useRevalidateShop();
  const [search] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const [typed, setTyped] = useState('');
  const keyword = usePausedText(typed.trim());
  /** `new`: one that isn't there yet. */
  const [edited, setEdited] = useState<ListedBrand | 'new' | null>(null);
  const [merged, setMerged] = useState<ListedBrand | null>(null);
  const [deleted, setDeleted] = useState<ListedBrand | null>(null);
  const loaded = useLoad(`brands ${page} ${keyword}`, (it, signal) =>
    it(listBrands, { query: { page: keyword ? 1 : page, limit: PER_PAGE, ...(keyword && { keyword }) }, signal }),
  );
  const refresh = async () => {
    void revalidateShop();
    await loaded.reload();
  };

  const columns: Column<ListedBrand>[] = [
    { header: words.name, cell: (brand) => <BrandName brand={brand} /> },
    {
      header: words.products,
      cell: ({ _id, count }) => (
        <Link to={`/dashboard/admin/products?brand=${_id}`} className="-my-1 inline-block py-1 whitespace-nowrap hover:underline">
          {words.count(count)}
        </Link>
      ),
    },
    {
      header: words.action,
      isEndAligned: true,
      cell: (brand) => (
        <span className="-mr-3 inline-flex gap-1">
          <ActionButton variant="quiet" size="small" aria-label={words.editBrand(brand.name)} onClick={() => setEdited(brand)}>
            {words.edit}
          </ActionButton>
          <ActionButton variant="secondary" size="small" aria-label={words.mergeBrand(brand.name)} onClick={() => setMerged(brand)}>
            {words.merge}
          </ActionButton>
          <ActionButton variant="danger-quiet" size="small" aria-label={words.deleteBrand(brand.name)} onClick={() => setDeleted(brand)}>
            {words.delete}
          </ActionButton>
        </span>
      ),
    },
  ];

  return (
    <div className="max-w-text">
      <DashboardHeader title={words.title} actions={<ActionButton onClick={() => setEdited('new')}>{words.add}</ActionButton>} />
      <TextField
        label={words.search}
        type="search"
        value={typed}
        maxLength={BRAND_NAME_MAX_LENGTH}
        autoComplete="off"
        className="mb-5 sm:max-w-80"
        onChange={(event) => setTyped(cutText(event.target.value, BRAND_NAME_MAX_LENGTH))}
      />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} />}>
        {({ brands, total }) =>
          brands.length ? (
            <>
              <DataTable caption={words.title} columns={columns} rows={brands} getRowKey={({ _id }) => _id} />
              {!keyword && total > PER_PAGE && (
                <Pagination label={words.pages} page={page} pages={Math.ceil(total / PER_PAGE)} to={(it) => `?page=${it}`} />
              )}
            </>
          ) : (
            <EmptyState icon={<TagIcon size={22} />} title={keyword ? words.noMatch : words.none}>
              {keyword ? words.noMatchHint : words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
      {edited && (
        <Dialog title={edited === 'new' ? words.newTitle : words.editTitle} close={() => setEdited(null)} closeLabel={common.close}>
          <BrandForm
            brand={edited === 'new' ? null : edited}
            onSaved={() => {
              setEdited(null);
              void refresh();
            }}
            onCancel={() => setEdited(null)}
          />
        </Dialog>
      )}
      {merged && (
        <MergeDialog
          brand={merged}
          close={() => setMerged(null)}
          onMerged={() => {
            setMerged(null);
            void refresh().then(focusHeading);
          }}
        />
      )}
      {deleted && (
        <ConfirmActionDialog
          title={words.confirmDelete(deleted.name)}
          hint={words.confirmDeleteHint}
          confirmLabel={words.delete}
          onConfirm={async () => {
            const { success, message } = await api(deleteBrand, { params: { id: deleted._id } });
            if (!success) throw createValidationError(message);
            toast.success(words.deleted);
            setDeleted(null);
            void refresh().then(focusHeading);
          }}
          onError={() => toast.error(words.deleteFailed)}
          close={() => setDeleted(null)}
        />
      )}
    </div>
  );
}
