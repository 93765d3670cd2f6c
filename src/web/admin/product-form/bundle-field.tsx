/** What a bundle is made of: found by name or SKU, with how many of each, in their order. */
import { useEffect, useRef, useState } from 'react';
import { BUNDLE_PARTS_MAX, SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import type { AdminProduct } from '../../../contract/product-admin.ts';
import { listProductTable, type TableProduct } from '../../../contract/product-table.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { formatPrice } from '../../shared/format.ts';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { bundle as words } from '../../shared/messages/bundle.ts';
import { usePausedText } from '../parts/list-controls.tsx';
import { parseNumber } from '../parts/values.ts';
import { readOwnPrice } from '../product-variants/use-variants.ts';
import { PartRow } from './bundle-part-row.tsx';
import { type PartDraft, parseDrafts, serializeDrafts, sumDrafts, toDraft } from './bundle-texts.ts';
import { FormSection } from './form-section.tsx';

interface BundleFieldProps {
  /** Only of an existing product. */
  product?: AdminProduct | undefined;
  edit: EditConflict | undefined;
  state: FormState;
  hasOptions: boolean;
  /** Whether it has parts, and so no stock of its own. */
  onUse: (isUsed: boolean) => void;
}

export function BundleField({ product, edit, ...props }: BundleFieldProps) {
  const field = edit?.field('parts');
  return (
    <>
      {product?.bundles && <IsPartOf bundles={product.bundles} />}
      <Parts key={field?.key} drafts={parseDrafts(field?.value ?? '', product?.parts)} ownId={product?._id} {...props} />
    </>
  );
}

function IsPartOf({ bundles }: { bundles: NonNullable<AdminProduct['bundles']> }) {
  return (
    <p className="text-small text-soft">
      {words.isPartOf(bundles.length)}{' '}
      {bundles.map(({ _id, name, slug }, index) => (
        <span key={_id}>
          {index > 0 && ', '}
          <Link to={`/dashboard/admin/update-product/${slug}`} className="underline underline-offset-4 hover:text-accent">
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
    </p>
  );
}

type PartsProps = Pick<BundleFieldProps, 'state' | 'hasOptions' | 'onUse'> & { drafts: PartDraft[]; ownId: string | undefined };

function Parts({ drafts: shown, ownId, state, hasOptions, onUse }: PartsProps) {
  const [drafts, setDrafts] = useState(shown);
  const [announcement, setAnnouncement] = useState('');
  const isUsed = drafts.length > 0;
  useEffect(() => onUse(isUsed), [isUsed, onUse]);
  const replace = (index: number, draft: PartDraft) => setDrafts(drafts.with(index, draft));
  const move = (index: number, by: -1 | 1) => {
    const [draft, other] = [drafts[index], drafts[index + by]];
    if (!draft || !other) return;
    setDrafts(drafts.with(index, other).with(index + by, draft));
    setAnnouncement(words.moved(draft.name, index + by + 1, drafts.length));
  };
  const remove = (index: number, name: string) => {
    setDrafts(drafts.toSpliced(index, 1));
    setAnnouncement(words.removed(name));
  };
  return (
    <FormSection
      title={words.legend}
      hint={words.hint}
      isUsed={isUsed}
      hasError={Object.keys(state.errors).some((it) => it.startsWith('parts.'))}
    >
      <input type="hidden" name="bundle" value={serializeDrafts(drafts)} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {hasOptions && <p className="text-small text-caution">{words.hasOptions}</p>}
      <ol aria-label={words.parts} className="grid gap-4 empty:hidden">
        {drafts.map((draft, index) => (
          <PartRow
            key={`${draft.product} ${draft.variant ?? index}`}
            draft={draft}
            index={index}
            isLast={index === drafts.length - 1}
            error={state.errors[`parts.${index}.count`]}
            change={(next) => replace(index, next)}
            move={(by) => move(index, by)}
            remove={() => remove(index, draft.name)}
          />
        ))}
      </ol>
      {isUsed && <Saving drafts={drafts} form={state.ref} />}
      {drafts.length < BUNDLE_PARTS_MAX && (
        <FindPart
          isExcluded={(it) =>
            it.isBundle === true || it._id === ownId || (!it.hasOptions && drafts.some(({ product }) => product === it._id))
          }
          add={(it) => setDrafts([...drafts, toDraft(it)])}
        />
      )}
    </FormSection>
  );
}

/** What the parts cost, and what customers save by the price that is typed. */
function Saving({ drafts, form }: { drafts: PartDraft[]; form: FormState['ref'] }) {
  const [price, setPrice] = useState<number | null>(null);
  useEffect(() => {
    const read = () => setPrice(parseNumber(readOwnPrice(form.current)));
    read();
    const element = form.current;
    element?.addEventListener('input', read);
    return () => element?.removeEventListener('input', read);
  }, [form]);
  const sum = sumDrafts(drafts);
  if (sum === null) return null;
  const saved = price === null ? null : Math.round((sum - price) * 100) / 100;
  const text =
    saved === null
      ? words.sum(formatPrice(sum))
      : saved > 0
        ? words.saving(formatPrice(sum), formatPrice(saved), Math.floor((saved / sum) * 100))
        : words.noSaving(formatPrice(sum));
  return (
    <p role="status" className="tabular-nums text-small">
      {text}
    </p>
  );
}

interface FindPartProps {
  isExcluded: (product: TableProduct) => boolean;
  add: (product: TableProduct) => void;
}

const FOUND_SHOWN = 8;

function FindPart({ isExcluded, add }: FindPartProps) {
  const [keyword, setKeyword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const paused = usePausedText(keyword.trim());
  const { data } = useLoad(`products for a bundle ${paused}`, async (it, signal) => {
    const query = { keyword: paused, status: 'active' as const, limit: FOUND_SHOWN };
    return { keyword: paused, products: paused ? (await it(listProductTable, { query, signal })).products : [] };
  });
  const found = keyword.trim() && data?.keyword === keyword.trim() ? data.products.filter((it) => !isExcluded(it)) : null;
  return (
    <div className="grid gap-2">
      <TextField
        ref={input}
        label={words.find}
        hint={words.findHint}
        value={keyword}
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        onChange={(event) => setKeyword(event.target.value)}
        onKeyDown={(event) => {
          // Enter is for this field, and must not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <ul aria-live="polite" className="-ml-3 grid justify-items-start gap-1 empty:hidden">
        {found?.map((product) => (
          <li key={product._id}>
            <Button
              variant="quiet"
              size="small"
              aria-label={words.add(product.name)}
              onClick={() => {
                add(product);
                setKeyword('');
                input.current?.focus();
              }}
            >
              + <bdi>{product.name}</bdi>
            </Button>
          </li>
        ))}
        {found?.length === 0 && <li className="text-small text-soft">{words.noneFound}</li>}
      </ul>
    </div>
  );
}
