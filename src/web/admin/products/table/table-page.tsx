/** All products as a table: searched, filtered, sorted, and changed in place. */

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { exportProducts, listProductTable } from '../../../../contract/product-table.ts';
import { api } from '../../../api.ts';
import { ADMIN_TABLE_PRODUCTS_PER_PAGE } from '../../../constants.ts';
import { Button } from '../../../kit/button.tsx';
import { DataTable } from '../../../kit/data-table.tsx';
import { Pagination } from '../../../kit/pagination.tsx';
import { AsyncContent, TableSkeleton } from '../../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../../shared/dashboard-layout/dashboard-layout.tsx';
import { DownloadButton } from '../../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../../shared/hooks/use-load.ts';
import { useShop } from '../../../shared/shop-data.ts';
import { useShownColumns } from '../../../state/admin-area.ts';
import { useFields } from '../../custom-fields/field-inputs.tsx';
import { adminNav } from '../../layout/messages.ts';
import { IMPORTS_PATH } from '../../layout/nav-items.tsx';
import { nameCategories } from '../../parts/category-fields.tsx';
import { ActionLink } from '../../parts/controls.tsx';
import { useKeysetPagination, useKeysetQuery } from '../../parts/list-controls.tsx';
import { useTaxClasses } from '../../parts/tax-classes.tsx';
import { useSelection } from '../../parts/use-selection.ts';
import { useRevalidateShop } from '../../parts/use-versioned-form.ts';
import { ColumnPicker } from '../../saved-views/column-picker.tsx';
import { ViewMenu } from '../../saved-views/view-menu.tsx';
import { productList, productTable as words } from '../messages.ts';
import { NoMatches, NoProducts, ViewSwitch } from '../views.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { bulkEdit } from './bulk-edit-messages.ts';
import type { BulkField } from './bulk-fields.tsx';
import { RecentEdits } from './bulk-progress.tsx';
import { buildColumns, DEFAULT_COLUMNS, TABLE_COLUMNS } from './columns.tsx';
import { useRowEdits } from './editable-cell.tsx';
import { buildTableUrl, describeView, FilterForm, readTableView } from './filter-form.tsx';

export function TablePage() {
  const view = readTableView(useSearchParams()[0]);
  const listQuery = useKeysetQuery();
  const hasFields = useFields('product').length > 0;
  const { isUsed: hasClasses } = useTaxClasses();
  const isOffered = (column: (typeof TABLE_COLUMNS)[number]) =>
    (column !== 'customFields' || hasFields) && (column !== 'taxClass' || hasClasses);
  const shown = useShownColumns('products', TABLE_COLUMNS, DEFAULT_COLUMNS).filter(isOffered);
  const { categories } = useShop();
  const loaded = useLoad(`product table ${JSON.stringify([listQuery, view])}`, async (it, signal) => {
    const query = { ...view.filter, ...listQuery, sort: view.sort, limit: ADMIN_TABLE_PRODUCTS_PER_PAGE };
    const found = await it(listProductTable, { query, signal });
    return { ...found, ids: found.products.map(({ _id }) => _id) };
  });
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (it) => buildTableUrl(view, it));
  const edits = useRowEdits(loaded.data?.products ?? null);
  const categoryNames = nameCategories(categories);
  const selection = useSelection(view.filter);
  const [field, setField] = useState<BulkField | null>(null);
  const [areRecentShown, setAreRecentShown] = useState(false);
  const revalidateShop = useRevalidateShop();
  const columns = buildColumns({ view, shown, categoryNames, edits, selection, ids: loaded.data?.ids ?? [] });
  const onChanged = () => {
    void loaded.reload();
    void revalidateShop();
  };

  return (
    <>
      <DashboardHeader
        title={adminNav.products}
        lead={<span role="status">{loaded.data ? words.count(loaded.data) : loaded.error ? '\u00a0' : productList.counting}</span>}
        actions={
          <>
            <ViewSwitch />
            <Button variant="secondary" onClick={() => setAreRecentShown(true)}>
              {bulkEdit.recent}
            </Button>
            <DownloadButton fileName="products.csv" load={() => api(exportProducts, { query: view.filter })}>
              {words.export}
            </DownloadButton>
            <ActionLink to={IMPORTS_PATH} variant="secondary">
              {words.import}
            </ActionLink>
            <ViewMenu shown={describeView(view, shown)} />
            <ColumnPicker list="products" all={TABLE_COLUMNS.filter(isOffered)} shown={shown} names={words.columnNames} />
            <ActionLink to="/dashboard/admin/create-product">{adminNav.createProduct}</ActionLink>
          </>
        }
      />
      <FilterForm view={view} />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={12} />}>
        {({ products: rows, total, isAbout }) =>
          total === 0 ? (
            <NothingToList isFiltered={Object.keys(view.filter).length > 0} hasCategory={categories.length > 0} />
          ) : (
            <>
              <DataTable caption={adminNav.products} columns={columns} rows={rows.map(edits.toShown)} getRowKey={({ _id }) => _id} />
              <BulkBar selection={selection} list={{ total, isAbout }} open={setField} />
              <Pagination label={productList.pages} page={listQuery.page} pages={pages} to={to} />
            </>
          )
        }
      </AsyncContent>
      {field && (
        <BulkDialog
          field={field}
          selection={selection.toBulk()}
          close={() => setField(null)}
          onChanged={() => {
            if (field === 'delete') selection.clear();
            onChanged();
          }}
        />
      )}
      {areRecentShown && <RecentEdits close={() => setAreRecentShown(false)} onChanged={onChanged} />}
    </>
  );
}

function NothingToList({ isFiltered, hasCategory }: { isFiltered: boolean; hasCategory: boolean }) {
  return isFiltered ? <NoMatches /> : <NoProducts hasCategory={hasCategory} />;
}
