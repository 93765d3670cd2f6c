/** A table value that is edited in place. Errors are shown there, and what was typed stays. */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import toast from 'react-hot-toast/headless';
import type { DetailedProduct } from '../../../../contract/product.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import type { TableProduct } from '../../../../contract/product-table.ts';
import { countOnHand } from '../../../../contract/stock-policy.ts';
import { api, isApiError } from '../../../api.ts';
import { Button } from '../../../kit/button.tsx';
import { formatCount, formatPrice } from '../../../shared/format.ts';
import { readCurrent } from '../../../shared/forms/edit-conflict.tsx';
import { createIssue, createValidationError, useRefusal } from '../../../shared/hooks/use-form.ts';
import { common } from '../../../shared/messages/common.ts';
import { describeIssue } from '../../../shared/messages/form.ts';
import { toStockFields } from '../../stock-policy/policy-texts.ts';
import { productTable as words } from '../messages.ts';
import { parsePrice } from './filter-form.tsx';

/** Prices and stock that were changed in the table: rows stay where they are, whatever the list is sorted and filtered by. */
type Values = Pick<TableProduct, 'price' | 'compareAtPrice' | 'quantity' | 'stock' | 'version'>;

export type RowEdits = ReturnType<typeof useRowEdits>;

function parseStock(typed: string): number {
  const text = typed.replace('−', '-');
  if (!/^-?\d{1,7}$/.test(text)) throw createValidationError(text, [createIssue('quantity', text ? 'not_an_integer' : 'required')]);
  return Number(text);
}

/** Dropped with the rows that they belong to: those that are loaded next are newer. */
export function useRowEdits(rows: TableProduct[] | null) {
  const [state, setState] = useState<{ rows: TableProduct[] | null; edits: Record<string, Values> }>({ rows, edits: {} });
  const edits = state.rows === rows ? state.edits : {};

  const keep = (product: DetailedProduct, version: number) => {
    const { _id, price, compareAtPrice, quantity, stock } = product;
    const edit = { price, compareAtPrice, quantity, ...(stock && { stock }), version };
    setState((before) => ({ rows, edits: { ...(before.rows === rows && before.edits), [_id]: edit } }));
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
    toShown: (row: TableProduct): TableProduct => {
      const { stock, ...rest } = row;
      return edits[row._id] ? { ...rest, ...edits[row._id] } : { ...rest, ...(stock && { stock }) };
    },
    savePrice: async (row: TableProduct, typed: string) => {
      const price = parsePrice(typed);
      if (price == null) throw createValidationError(words.notAPrice);
      const product = await change(row, { price });
      toast.success(words.priceSaved(product.name, formatPrice(product.price)));
    },
    saveStock: async (row: TableProduct, typed: string) => {
      const product = await change(row, toStockFields(parseStock(typed), countOnHand(row)));
      toast.success(words.stockSaved(product.name, formatCount(countOnHand(product))));
    },
  };
}

interface EditableCellProps {
  /** What the input begins with. */
  value: string;
  /** Accessible names of the button that opens the input, and of the input. */
  editLabel: string;
  inputLabel: string;
  /** Sends the input to the server; throws the server's error. */
  save: (typed: string) => Promise<void>;
  children: ReactNode;
}

function describe(error: unknown): string {
  if (!isApiError(error)) return common.serverError;
  const [issue] = error.issues;
  return issue ? describeIssue(issue) : error.message;
}

export function EditableCell({ value, editLabel, inputLabel, save, children }: EditableCellProps) {
  const isRefused = useRefusal() !== null;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const close = () => {
    flushSync(() => {
      setIsOpen(false);
      setError(null);
    });
    button.current?.focus();
  };
  const submit = async () => {
    const typed = input.current?.value.trim() ?? '';
    if (typed === value) return close();
    setIsBusy(true);
    try {
      await save(typed);
      setIsBusy(false);
      close();
    } catch (thrown) {
      setError(describe(thrown));
      setIsBusy(false);
      input.current?.focus();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };

  if (isRefused) return children;
  if (!isOpen) {
    return (
      <button
        ref={button}
        type="button"
        aria-label={editLabel}
        onClick={() => setIsOpen(true)}
        className="-mx-2 min-h-9 max-sm:-my-1.5 cursor-text rounded-control border border-transparent px-2 tabular-nums hover:border-edge hover:bg-raised focus-visible:border-edge"
      >
        {children}
      </button>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col items-end gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        aria-label={inputLabel}
        aria-invalid={error !== null}
        aria-describedby={`${id}-hint`}
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        onFocus={(event) => event.target.select()}
        onKeyDown={onKeyDown}
        className="input w-28 text-right"
      />
      <p
        id={`${id}-hint`}
        role={error ? 'alert' : undefined}
        className={error ? 'max-w-52 text-small whitespace-normal text-danger' : 'sr-only'}
      >
        {error ?? words.keys}
      </p>
      <span className="flex gap-1">
        <Button variant="quiet" size="small" onClick={close}>
          {words.cancel}
        </Button>
        <Button type="submit" size="small" busy={isBusy}>
          {words.save}
        </Button>
      </span>
    </form>
  );
}
