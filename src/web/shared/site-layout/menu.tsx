/** The category menu: a panel below the header on wide screens, a sheet with all navigation links on narrow ones. */

import { CloseIcon } from '../../kit/icons.tsx';
import { NavLink } from '../../kit/link.tsx';
import { PopoverPanel } from '../../kit/popover.tsx';
import type { ShopCategory } from '../../state/categories.ts';
import { useSession } from '../../state/session.ts';
import { common } from '../messages/common.ts';
import { nav } from '../messages/navigation.ts';
import { CategorySummary } from '../products/category-tile.tsx';
import { GuestLinks, UserLinks } from './account-links.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export const MENU_ID = 'menu';

export function Menu({ categories }: { categories: ShopCategory[] }) {
  return (
    <PopoverPanel id={MENU_ID} label={common.menu} className="menu">
      <div className="mb-2 md:hidden">
        <button
          type="button"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
          aria-label={common.close}
          className="icon-button ml-auto flex text-soft hover:text-ink"
        >
          <CloseIcon size={20} />
        </button>
        <NavLink to="/">{nav.home}</NavLink>
        <AccountLinks />
        <ThemeSwitch isLabelShown className="menu-item" />
        <p className="mt-3 border-t border-line px-3 pt-4 text-small font-[560] text-soft">{nav.category}</p>
      </div>
      <NavLink to="/category">{nav.allCategories}</NavLink>
      <ul className="category-list md:mt-1 md:grid md:grid-cols-3 md:gap-1 lg:grid-cols-4">
        {categories.map((category) => (
          <li key={category._id}>
            <NavLink to={`/category/${category.slug}`}>
              <CategorySummary category={category} />
            </NavLink>
          </li>
        ))}
      </ul>
    </PopoverPanel>
  );
}

function AccountLinks() {
  const session = useSession();
  return session ? <UserLinks user={session.user} /> : <GuestLinks />;
}
