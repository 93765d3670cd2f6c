/** Which columns a list has and in which order; remembered in this browser. */
import { type ChangeEvent, type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ViewList } from '../../../contract/saved-view.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { saveColumns } from '../../state/admin-area.ts';
import { DropDown } from './drop-down.tsx';
import { savedViews as words } from './messages.ts';

interface ColumnPickerProps<Name extends string> {
  list: ViewList;
  all: readonly Name[];
  /** In their order. */
  shown: readonly Name[];
  names: Record<Name, string>;
}

const arrowClass =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-soft hover:bg-line/60 hover:text-ink aria-disabled:opacity-35';

export function ColumnPicker<Name extends string>({ list, all, shown, names }: ColumnPickerProps<Name>) {
  const [moved, setMoved] = useState('');
  const hidden = all.filter((it) => !shown.includes(it));

  const move = ({ currentTarget }: MouseEvent<HTMLButtonElement>, name: Name, by: 1 | -1) => {
    const [from, to] = [shown.indexOf(name), shown.indexOf(name) + by];
    const other = shown[to];
    if (other === undefined) return;
    const next = shown.with(to, name).with(from, other);
    flushSync(() => {
      saveColumns(list, next);
      setMoved(words.position(names[name], to + 1, next.length));
    });
    // A row that is moved in the document loses the focus.
    currentTarget.focus();
  };
  const arrow = (name: Name, by: 1 | -1) => (
    <button
      type="button"
      aria-label={by < 0 ? words.moveUp(names[name]) : words.moveDown(names[name])}
      aria-disabled={shown.indexOf(name) === (by < 0 ? 0 : shown.length - 1) || undefined}
      onClick={(event) => move(event, name, by)}
      className={arrowClass}
    >
      <ChevronIcon size={14} className={by < 0 ? 'rotate-180' : ''} />
    </button>
  );
  const toggle = ({ currentTarget }: ChangeEvent<HTMLInputElement>, name: Name) => {
    flushSync(() => saveColumns(list, shown.includes(name) ? shown.filter((it) => it !== name) : [...shown, name]));
    currentTarget.focus();
  };

  return (
    <DropDown label={words.columns} className="w-64">
      {() => (
        <fieldset>
          <legend className="sr-only">{words.columns}</legend>
          <ul>
            {[...shown, ...hidden].map((name) => (
              <li key={name} className="flex items-center">
                <label className="flex min-h-10 min-w-0 grow cursor-pointer items-center gap-2.5 rounded-control px-2 hover:bg-line/60">
                  <input
                    type="checkbox"
                    checked={shown.includes(name)}
                    onChange={(event) => toggle(event, name)}
                    className="size-4 accent-accent"
                  />
                  {names[name]}
                </label>
                {shown.includes(name) && arrow(name, -1)}
                {shown.includes(name) && arrow(name, 1)}
              </li>
            ))}
          </ul>
          <p role="status" className="sr-only">
            {moved}
          </p>
          <div className="mt-1 border-t border-line pt-1">
            <button
              type="button"
              onClick={() => saveColumns(list, null)}
              className="min-h-9 w-full rounded-control px-2 text-left text-small text-soft hover:bg-line/60 hover:text-ink"
            >
              {words.usual}
            </button>
          </div>
        </fieldset>
      )}
    </DropDown>
  );
}
