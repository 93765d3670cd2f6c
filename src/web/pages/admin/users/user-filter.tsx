/** Searches accounts by name and email and narrows them down, both kept in the URL. */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { USER_SEARCH_MAX_LENGTH } from '../../../../contract/limits.ts';
import { USER_FILTERS } from '../../../../contract/user-filters.ts';
import { users as words } from '../../../messages/admin-users.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { buildFilterUrl, type Filter, findUserFilter } from './filter.ts';

export function UserFilter({ filter: { keyword, show } }: { filter: Filter }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);

  // Back and forward show the keyword of that page, not what was typed last.
  useEffect(() => {
    if (input.current) input.current.value = keyword;
  }, [keyword]);

  const apply = (value: string) => {
    const next = { keyword: input.current?.value.trim() ?? '', show: findUserFilter(value) };
    void navigate(buildFilterUrl(next), { preventScrollReset: true });
  };

  return (
    <search className="mb-5 block">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          apply(show ?? '');
        }}
      >
        <TextField
          ref={input}
          label={words.searchLabel}
          type="search"
          name="keyword"
          defaultValue={keyword}
          maxLength={USER_SEARCH_MAX_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          className="min-w-0 grow basis-56 sm:max-w-80"
        />
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
        <Button type="submit" variant="secondary" className="min-h-11">
          {words.search}
        </Button>
      </form>
    </search>
  );
}
