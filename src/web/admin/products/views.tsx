import { type ProductState, toStatus } from '../../../contract/product-fields.ts';
import { listProductTable } from '../../../contract/product-table.ts';
import { SearchIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { BoxIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { chooseProductsView, useProductsView } from '../../state/admin-area.ts';
import { adminNav } from '../layout/messages.ts';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { ActionLink } from '../parts/controls.tsx';
import { productForm } from '../product-form/messages.ts';
import { adminSpec } from '../specified-labels.ts';
import { productTable, productList as words } from './messages.ts';
import { buildTableUrl, type TableView } from './table/filter-form.tsx';

/** Cards or a table; the choice is remembered in this browser. */
const LAYOUTS = ['cards', 'table'] as const;

export function ViewSwitch() {
  const { view } = useProductsView();
  return (
    <fieldset className="flex rounded-control border border-line p-0.5">
      <legend className="sr-only">{`${productForm.all}: ${productTable.view}`}</legend>
      {LAYOUTS.map((it) => (
        <button
          key={it}
          type="button"
          aria-pressed={it === view}
          onClick={() => chooseProductsView(it)}
          className="min-h-9 rounded-[7px] px-3 text-soft hover:text-ink aria-pressed:bg-accent-ground aria-pressed:font-[560] aria-pressed:text-accent"
        >
          {productTable.views[it]}
        </button>
      ))}
    </fieldset>
  );
}

/** URL of the products in this view. Only the cards begin with those that are active: without a status, the table has all. */
export function buildProductsUrl({ filter: { status, ...filter }, sort }: TableView, page = 1): string {
  return buildTableUrl({ filter: { ...filter, ...(status && status !== 'active' && { status }) }, sort }, page);
}

const PATH = '/dashboard/admin/products';

const toPath = (view: TableView) => PATH + buildProductsUrl(view).replace(/^\?$/, '');

/** The list that contains products of this status. */
export const buildStatusPath = (status: ProductState = 'active') => toPath({ filter: { status }, sort: 'newest' });

const STATUSES = ['active', 'scheduled', 'ended', 'draft', 'archived'] as const;

/** Most shops publish nothing by time: such a list has its tab only if it has products, or is shown. */
function useTimedStatuses(): readonly ProductState[] {
  const { data } = useLoad('products with a time', async (it, signal) => {
    const hasAny = async (status: 'scheduled' | 'ended') => (await it(listProductTable, { query: { status, limit: 1 }, signal })).total > 0;
    const [isScheduled, isEnded] = await Promise.all([hasAny('scheduled'), hasAny('ended')]);
    return { statuses: [...(isScheduled ? (['scheduled'] as const) : []), ...(isEnded ? (['ended'] as const) : [])] };
  });
  return data?.statuses ?? [];
}

/** The admin's products by status: what is in the shop, what is in it by time, drafts, and what was archived. The other filters stay. */
export function StatusViews({ view }: { view: TableView }) {
  const timed = useTimedStatuses();
  const isShown = (status: ProductState) => toStatus(status) === status || status === view.filter.status || timed.includes(status);
  return (
    <nav aria-label={words.statusViews.label} className="mb-5 flex flex-wrap gap-1">
      {STATUSES.filter(isShown).map((status) => (
        <Link
          key={status}
          to={toPath({ ...view, filter: { ...view.filter, status } })}
          preventScrollReset
          aria-current={status === view.filter.status ? 'page' : undefined}
          className="inline-flex min-h-10 items-center rounded-control px-3 text-soft hover:bg-line/60 hover:text-ink aria-[current]:bg-accent-ground aria-[current]:font-[560] aria-[current]:text-accent"
        >
          {words.statusViews[status]}
        </Link>
      ))}
    </nav>
  );
}

export function NoMatches() {
  return (
    <EmptyState icon={<SearchIcon size={22} />} title={productTable.none}>
      {productTable.noneHint}
    </EmptyState>
  );
}

export function NoneOfStatus({ status }: { status: Exclude<ProductState, 'active'> }) {
  const [title, hint] = words.noneOfStatus[status];
  return (
    <EmptyState icon={<BoxIcon size={22} />} title={title}>
      {hint}
    </EmptyState>
  );
}

/** The empty state of a shop without products. It leads to categories first if there is none, because each product needs one. */
export function NoProducts({ hasCategory }: { hasCategory: boolean }) {
  const next = hasCategory
    ? { to: '/dashboard/admin/create-product', label: words.createFirst }
    : { to: '/dashboard/admin/create-category', label: words.createFirstCategory };
  return (
    <EmptyState
      icon={<BoxIcon size={22} />}
      title={adminSpec.noProducts}
      actions={
        <>
          <ActionLink to={next.to}>{next.label}</ActionLink>
          <ActionLink to={IMPORTS_PATH} variant="secondary">
            {adminNav.imports}
          </ActionLink>
        </>
      }
    >
      {hasCategory ? words.noneHint : productForm.noCategories}
    </EmptyState>
  );
}
