/** Cards or a table; the choice is remembered in this browser. */

import { chooseProductsView, useProductsView } from '../../state/admin-area.ts';
import { products as words } from '../messages.ts';
import { productTable } from './messages.ts';

const VIEWS = ['cards', 'table'] as const;

export function ViewSwitch() {
  const { view } = useProductsView();
  return (
    <fieldset className="flex rounded-control border border-line p-0.5">
      <legend className="sr-only">{`${words.all}: ${productTable.view}`}</legend>
      {VIEWS.map((it) => (
        <button
          key={it}
          type="button"
          aria-pressed={it === view}
          onClick={() => chooseProductsView(it)}
          className="min-h-9 rounded-[7px] px-3 text-soft hover:text-ink aria-pressed:bg-accent-ground aria-pressed:font-[560] aria-pressed:text-accent"
        >
          {productTable.views[it]}
        </button>
      ))}
    </fieldset>
  );
}
