/** Searches accounts by name and email and narrows them down, both kept in the URL. */
import { useNavigate } from 'react-router';
import { USER_FILTERS } from '../../../contract/account.ts';
import { USER_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { SelectField } from '../../kit/field.tsx';
import { KeywordForm, useKeyword } from '../parts/keyword-form.tsx';
import { buildFilterUrl, type Filter, findUserFilter } from './filter.ts';
import { users as words } from './messages.ts';

export function UserFilter({ filter: { keyword, show } }: { filter: Filter }) {
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
