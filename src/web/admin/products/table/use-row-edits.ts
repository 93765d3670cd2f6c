/** Prices and stock that were changed in the table: rows stay where they are, whatever the list is sorted and filtered by. */
import { useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { DetailedProduct } from '../../../../contract/product.ts';
import type { TableProduct } from '../../../../contract/product-admin.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import { api, isApiError } from '../../../api.ts';
import { formatCount, formatPrice } from '../../../shared/format.ts';
import { readCurrent } from '../../../shared/hooks/use-edit-conflict.ts';
import { createIssue, createValidationError } from '../../../shared/hooks/use-form.ts';
import { productTable as words } from '../messages.ts';
import { parsePrice } from './filter.ts';

type Values = Pick<TableProduct, 'price' | 'compareAtPrice' | 'quantity' | 'version'>;

export type RowEdits = ReturnType<typeof useRowEdits>;

function parseStock(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw createValidationError(text, [createIssue('quantity', text ? 'not_an_integer' : 'required')]);
  return Number(text);
}

/** Forgotten with the loaded rows. */
export function useRowEdits(rows: TableProduct[] | null) {
  const [edits, setEdits] = useState<Record<string, Values>>({});

  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are newer than the edits
  useEffect(() => setEdits({}), [rows]);

  const keep = (product: DetailedProduct, version: number) => {
    const { _id, price, compareAtPrice, quantity } = product;
    setEdits((before) => ({ ...before, [_id]: { price, compareAtPrice, quantity, version } }));
  };
  const change = async ({ _id, version }: TableProduct, body: { price?: number; quantity?: number; shownQuantity?: number }) => {
    try {
      const saved = await api(updateProduct, { params: { id: _id }, body: { ...body, version } });
      keep(saved.product, saved.version);
      return saved.product;
    } catch (error) {
      const current = readCurrent<{ product: DetailedProduct[]; version: number }>(error);
      const [product] = current?.product ?? [];
      if (current && product) keep(product, current.version);
      if (isApiError(error) && error.code === 'version_conflict') throw createValidationError(words.changedMeanwhile);
      if (isApiError(error) && error.code === 'product_not_found') throw createValidationError(words.goneMeanwhile);
      throw error;
    }
  };

  return {
    toShown: (row: TableProduct): TableProduct => ({ ...row, ...edits[row._id] }),
    savePrice: async (row: TableProduct, typed: string) => {
      const price = parsePrice(typed);
      if (price == null) throw createValidationError(words.notAPrice);
      const product = await change(row, { price });
      toast.success(words.priceSaved(product.name, formatPrice(product.price)));
    },
    saveStock: async (row: TableProduct, typed: string) => {
      const product = await change(row, { quantity: parseStock(typed), shownQuantity: row.quantity });
      toast.success(words.stockSaved(product.name, formatCount(product.quantity)));
    },
  };
}
