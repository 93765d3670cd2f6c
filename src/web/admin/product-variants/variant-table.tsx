// biome-ignore-all lint/a11y/noRedundantRoles: with another display than a table's, some browsers drop the table roles
/** The variants, of many those that are found, a page of them at a time. */

import { useCallback, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { formatCount } from '../../shared/format.ts';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { useFields } from '../custom-fields/field-inputs.tsx';
import { nameTaxClass, useTaxClasses } from '../parts/tax-classes.tsx';
import type { ImageList } from '../product-form/use-image-list.ts';
import { productVariants as words } from './messages.ts';
import type { Variants } from './use-variants.ts';
import { describeVariant, removeVariants } from './variant-drafts.ts';
import { GROUPS, listColumns, OPTIONAL, type OptionalGroup, TAX_CLASS_LIST, VariantRow } from './variant-row.tsx';
import { findVariants, ROWS_SHOWN, takePage } from './variant-view.ts';
import { VariantPages, ViewFields } from './view-fields.tsx';

interface VariantTableProps {
  variants: Variants;
  images: ImageList;
  errors: FormState['errors'];
}

const headCell = 'pb-2 pr-3 text-left font-[500] last:pr-0';

/** The errors of each variant, as JSON: a text is the same while nothing changes. */
function groupErrors(errors: FormState['errors']): Map<string, string> {
  const groups = Map.groupBy(Object.entries(errors), ([name]) => /^variant-\w+-(\d+)$/.exec(name)?.[1] ?? '');
  return new Map([...groups].map(([key, own]) => [key, JSON.stringify(Object.fromEntries(own))]));
}

const SHOW = { barcode: words.showBarcodes, cost: words.showCosts, taxClass: words.showTaxClasses } as const;

export function VariantTable({ variants, images, errors }: VariantTableProps) {
  const { drafts, change, remove, view, setView } = variants;
  const hasImages = images.items.length > 1;
  const [asked, setAsked] = useState<readonly OptionalGroup[]>([]);
  const groups = GROUPS.filter(
    (group) => asked.includes(group) || drafts.variants.some((it) => OPTIONAL[group].some((field) => it[field])),
  );
  const classes = useTaxClasses();
  const offered = GROUPS.filter((group) => !groups.includes(group) && (group !== 'taxClass' || classes.isUsed));
  const columns = listColumns(groups.join());
  const fields = useFields('variant');
  const total = drafts.variants.length;
  const isLong = total > ROWS_SHOWN || view.selected.size > 0;
  const found = isLong ? findVariants(drafts, view) : drafts.variants;
  const { rows, first } = takePage(found, view.page);
  const ownErrors = groupErrors(errors);
  const select = useCallback(
    (keys: number[], isSelected: boolean) =>
      setView((it) => {
        const selected = new Set(it.selected);
        for (const key of keys)
          if (isSelected) selected.add(key);
          else selected.delete(key);
        return { ...it, selected };
      }),
    [setView],
  );
  const areAllSelected = found.length > 0 && found.every(({ key }) => view.selected.has(key));
  return (
    <div className="grid min-w-0 gap-4">
      {isLong && <ViewFields variants={variants} />}
      {isLong && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
          <label className="flex min-h-9 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={areAllSelected}
              onChange={({ target }) =>
                select(
                  found.map(({ key }) => key),
                  target.checked,
                )
              }
            />
            {words.selectAll(formatCount(found.length))}
          </label>
          {view.selected.size > 0 && (
            <>
              <span role="status" className="text-soft">
                {words.selected(formatCount(view.selected.size))}
              </span>
              <Button
                variant="quiet"
                size="small"
                onClick={() => {
                  remove((it) => removeVariants(it, view.selected));
                  setView((it) => ({ ...it, selected: new Set() }));
                }}
              >
                {words.removeSelected}
              </Button>
            </>
          )}
        </div>
      )}
      <table role="table" className="block w-full border-separate border-spacing-0 md:table">
        <caption className="block pb-3 md:table-caption text-left text-small font-[560]">
          {found.length < total ? words.found(formatCount(found.length), words.variants(total)) : words.variants(total)}
        </caption>
        <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
          <tr role="row" className="text-small text-soft">
            {isLong && <td role="cell" />}
            {hasImages && (
              <th role="columnheader" scope="col" className={headCell}>
                {words.image}
              </th>
            )}
            <th role="columnheader" scope="col" className={headCell}>
              {words.variant}
            </th>
            {columns.map(({ field, label, width }) => (
              <th key={field} role="columnheader" scope="col" className={classNames(headCell, width)}>
                {label}
              </th>
            ))}
            <td role="cell" />
          </tr>
        </thead>
        <tbody role="rowgroup" className="grid gap-3 md:table-row-group">
          {rows.map((variant) => (
            <VariantRow
              key={variant.key}
              variant={variant}
              name={describeVariant(drafts, variant)}
              images={hasImages ? images.items : null}
              groups={groups.join()}
              fields={fields}
              errors={ownErrors.get(String(variant.key)) ?? ''}
              isSelected={isLong ? view.selected.has(variant.key) : null}
              select={select}
              change={change}
              remove={remove}
            />
          ))}
        </tbody>
      </table>
      {groups.includes('taxClass') && (
        <datalist id={TAX_CLASS_LIST}>
          {classes.names.map((it) => (
            <option key={it} value={it}>
              {nameTaxClass(it)}
            </option>
          ))}
        </datalist>
      )}
      <VariantPages first={first} total={found.length} setPage={(page) => setView((it) => ({ ...it, page }))} />
      {total > 0 && offered.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {offered.map((group) => (
            <Button key={group} variant="quiet" size="small" onClick={() => setAsked([...asked, group])}>
              {SHOW[group]}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
