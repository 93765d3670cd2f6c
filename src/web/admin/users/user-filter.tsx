/** Searches accounts by name and email and narrows them down, both kept in the URL. */
import { useNavigate } from 'react-router';
import { USER_FILTERS, type UserFilter } from '../../../contract/account.ts';
import { USER_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { cutText } from '../../../contract/values.ts';
import { SelectField } from '../../kit/field.tsx';
import { KeywordForm, useKeyword } from '../parts/list-controls.tsx';
import { users as words } from './messages.ts';

/** The filter of the list of users, read from and written to the URL. */
interface Filter {
  keyword: string;
  /** Null: everyone. */
  show: UserFilter | null;
}

const findUserFilter = (text: string | null): UserFilter | null => USER_FILTERS.find((it) => it === text) ?? null;

/** Invalid values are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  return {
    keyword: cutText((search.get('keyword') ?? '').trim(), USER_SEARCH_MAX_LENGTH),
    show: findUserFilter(search.get('show')),
  };
}

export const isFiltered = ({ keyword, show }: Filter) => keyword !== '' || show !== null;

/** As the calls of the API take it. */
export const toQuery = ({ keyword, show }: Filter) => ({ ...(keyword && { keyword }), ...(show && { filter: show }) });

export function buildFilterUrl({ keyword, show }: Filter, page = 1): string {
  const search = new URLSearchParams({ ...(keyword && { keyword }), ...(show && { show }), ...(page > 1 && { page: String(page) }) });
  return `?${search}`;
}

export function UserFilterForm({ filter: { keyword, show } }: { filter: Filter }) {
  const navigate = useNavigate();
  const input = useKeyword(keyword);
  const apply = (value: string) => {
    const next = { keyword: input.read(), show: findUserFilter(value) };
    void navigate(buildFilterUrl(next), { preventScrollReset: true });
  };

  return (
    <KeywordForm
      input={input}
      label={words.searchLabel}
      maxLength={USER_SEARCH_MAX_LENGTH}
      submitLabel={words.search}
      onSubmit={() => apply(show ?? '')}
    >
      <SelectField
        label={words.show}
        name="show"
        value={show ?? ''}
        onChange={(event) => apply(event.target.value)}
        className="grow basis-36 sm:max-w-52"
      >
        <option value="">{words.everyone}</option>
        {USER_FILTERS.map((it) => (
          <option key={it} value={it}>
            {words.filters[it]}
          </option>
        ))}
      </SelectField>
    </KeywordForm>
  );
}
