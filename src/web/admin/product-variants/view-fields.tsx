/** Of a product with many variants: which of them the table shows, by words and values, and the pages of what is found. */
import { Button } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { formatCount } from '../../shared/format.ts';
import { productVariants as words } from './messages.ts';
import type { Variants } from './use-variants.ts';
import { listChosenFrom } from './variant-drafts.ts';
import { isFiltered, ROWS_SHOWN, WHOLE_VIEW } from './variant-view.ts';

export function ViewFields({ variants: { drafts, view, setView } }: { variants: Pick<Variants, 'drafts' | 'view' | 'setView'> }) {
  const clear = () => setView(({ selected }) => ({ ...WHOLE_VIEW, selected }));
  return (
    <search aria-label={words.filter} className="grid min-w-0 gap-3">
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-6">
        <TextField
          label={words.find}
          type="search"
          autoComplete="off"
          className="col-span-2 min-w-0 sm:col-span-1"
          value={view.text}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onChange={({ target }) => setView((it) => ({ ...it, only: null, text: target.value, page: 0 }))}
        />
        {listChosenFrom(drafts).map(({ key, name, values }, index) => (
          <SelectField
            key={key}
            label={name.trim() || words.option(index + 1)}
            className="min-w-0"
            value={values.includes(view.values[key] ?? '') ? view.values[key] : ''}
            onChange={({ target }) => setView((it) => ({ ...it, only: null, values: { ...it.values, [key]: target.value }, page: 0 }))}
          >
            <option value="">{words.anyValue}</option>
            {values.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      {isFiltered(view) && (
        <p className="flex flex-wrap items-center gap-x-3 text-small text-soft">
          {view.only && <span className="text-danger">{words.onlyFaulty}</span>}
          <Button variant="quiet" size="small" className="-ml-3" onClick={clear}>
            {words.showAll}
          </Button>
        </p>
      )}
    </search>
  );
}

interface PagesProps {
  /** The number of the first row that is shown, from 0. */
  first: number;
  total: number;
  setPage: (page: number) => void;
}

export function VariantPages({ first, total, setPage }: PagesProps) {
  if (total <= ROWS_SHOWN) return null;
  const last = Math.min(total, first + ROWS_SHOWN);
  const page = first / ROWS_SHOWN;
  return (
    <nav aria-label={words.pages} className="mt-4 flex flex-wrap items-center gap-3">
      <Button variant="secondary" size="small" aria-disabled={first === 0 || undefined} onClick={() => first > 0 && setPage(page - 1)}>
        {words.previous}
      </Button>
      <Button
        variant="secondary"
        size="small"
        aria-disabled={last === total || undefined}
        onClick={() => last < total && setPage(page + 1)}
      >
        {words.next}
      </Button>
      <p role="status" className="tabular-nums text-small text-soft">
        {words.shown(formatCount(first + 1), formatCount(last), formatCount(total))}
      </p>
    </nav>
  );
}
