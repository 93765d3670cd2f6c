/** How an admin likes to see the products; in local storage under `admin-products`. */
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

/** Columns that can be left out; the product itself is always there. */
export const TABLE_COLUMNS = ['sku', 'category', 'status', 'price', 'stock', 'added'] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

interface ProductsView {
  view: 'cards' | 'table';
  hidden: TableColumn[];
}

const CARDS: ProductsView = { view: 'cards', hidden: [] };

const store = createStore<ProductsView>('admin-products', CARDS, (stored) => {
  if (!isRecord(stored)) return CARDS;
  const hidden = Array.isArray(stored.hidden) ? stored.hidden : [];
  return { view: stored.view === 'table' ? 'table' : 'cards', hidden: TABLE_COLUMNS.filter((it) => hidden.includes(it)) };
});

export const useProductsView = store.use;

export function chooseProductsView(view: ProductsView['view']): void {
  store.write({ ...store.read(), view });
}

export function showColumn(column: TableColumn, isShown: boolean): void {
  const { view, hidden } = store.read();
  const others = hidden.filter((it) => it !== column);
  store.write({ view, hidden: isShown ? others : [...others, column] });
}
