/** A part of a bundle in its form: which variant of it, and how many. */
import type { ReactNode } from 'react';
import { readAdminProduct } from '../../../contract/product-admin.ts';
import { UNLIMITED_QUANTITY } from '../../../contract/stock-policy.ts';
import { SelectField } from '../../kit/field.tsx';
import { ChevronIcon, CloseIcon } from '../../kit/icons.tsx';
import { formatCount, formatPrice } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { bundle as words } from '../../shared/messages/bundle.ts';
import { chooseVariant, type PartDraft } from './bundle-texts.ts';

interface PartRowProps {
  draft: PartDraft;
  index: number;
  isLast: boolean;
  error: string | undefined;
  change: (draft: PartDraft) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

export function PartRow({ draft, index, isLast, error, change, move, remove }: PartRowProps) {
  const { name, slug, options, sku, price, quantity, problem, hasOptions } = draft;
  const stock = quantity !== null && (quantity >= UNLIMITED_QUANTITY ? words.unlimited : words.inStock(formatCount(quantity)));
  const facts = [options, sku, price !== null && formatPrice(price), stock].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line pb-4">
      <div className="min-w-0 grow basis-56">
        <bdi className="font-[560] wrap-anywhere">{name}</bdi>
        {facts && <p className="tabular-nums text-small text-soft">{facts}</p>}
        {problem && <p className="text-small text-caution">{words.problems[problem]}</p>}
        {hasOptions && slug && <VariantSelect draft={draft} change={change} />}
      </div>
      <div className="flex items-start gap-1">
        <span className="block w-24">
          <input
            name={`parts.${index}.count`}
            aria-label={words.count(name)}
            aria-invalid={error ? true : undefined}
            value={draft.count}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => change({ ...draft, count: event.target.value })}
            className="input text-right"
          />
          {error && <span className="mt-1 block text-small text-danger">{error}</span>}
        </span>
        <RowButton label={words.moveUp(name)} isDisabled={index === 0} onClick={() => move(-1)}>
          <ChevronIcon className="rotate-180" />
        </RowButton>
        <RowButton label={words.moveDown(name)} isDisabled={isLast} onClick={() => move(1)}>
          <ChevronIcon />
        </RowButton>
        <RowButton label={words.remove(name)} onClick={remove}>
          <CloseIcon />
        </RowButton>
      </div>
    </li>
  );
}

interface RowButtonProps {
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function RowButton({ label, isDisabled = false, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
      className="icon-button size-11 text-soft hover:text-ink disabled:opacity-40"
    >
      {children}
    </button>
  );
}

/** Which variant is the part. */
function VariantSelect({ draft, change }: Pick<PartRowProps, 'draft' | 'change'>) {
  const { data } = useLoad(
    `part ${draft.slug}`,
    async (it, signal) => (await it(readAdminProduct, { params: { slug: draft.slug }, signal })).product[0],
  );
  const variants = data?.variants ?? [];
  return (
    <SelectField
      label={words.variant(draft.name)}
      className="mt-2"
      value={variants.some(({ _id }) => _id === draft.variant) ? draft.variant : ''}
      onChange={({ target }) => {
        const chosen = variants.find(({ _id }) => _id === target.value);
        if (data && chosen) change(chooseVariant(draft, data, chosen));
      }}
    >
      <option value="">{words.choose}</option>
      {variants.map((it) => (
        <option key={it._id} value={it._id}>
          {Object.values(it.options).join(' / ')}
        </option>
      ))}
    </SelectField>
  );
}
