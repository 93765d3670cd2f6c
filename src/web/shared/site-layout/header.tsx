/** The header of every page. User name and cart count are filled in by the browser, so that the server's HTML is the same for everyone. */

import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { classNames } from '../../kit/class-names.ts';
import { CartIcon, ChevronIcon, CloseIcon, MenuIcon, SearchIcon } from '../../kit/icons.tsx';
import { Link, NavLink } from '../../kit/link.tsx';
import { PopoverButton, PopoverPanel } from '../../kit/popover.tsx';
import { useCart } from '../../state/cart.ts';
import { useSession } from '../../state/session.ts';
import { common, nav } from '../messages/common.ts';
import { CategorySummary, imageUrlForWidth } from '../products/product-image.tsx';
import { type ShopCategory, useShop } from '../shop-data.ts';
import { GuestLinks, UserLinks, UserMenu } from './account-links.tsx';
import { SearchForm } from './search-form.tsx';
import { ThemeSwitch } from './theme.tsx';

/** The category menu: a panel below the header on wide screens, a sheet with all navigation links on narrow ones. */
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
      {useShop().settings.menuLinks?.map(({ path, title }) => (
        <NavLink key={path} to={path}>
          {title}
        </NavLink>
      ))}
      <ul className="category-list *:break-inside-avoid md:mt-1 md:columns-3 md:gap-1 lg:columns-4">
        <MenuItems categories={categories} level={1} />
      </ul>
    </PopoverPanel>
  );
}

/** The categories of a parent, with those below: two levels on wide screens, all on narrow ones, where the menu has its own height. */
function MenuItems({ categories, parent, level }: { categories: ShopCategory[]; parent?: string; level: number }) {
  return categories
    .filter((it) => it.parent === parent)
    .map((category) => (
      <li key={category._id}>
        <NavLink to={`/category/${category.slug}`}>
          {level > 1 ? <bdi>{category.name}</bdi> : <CategorySummary category={category} />}
        </NavLink>
        {categories.some((it) => it.parent === category._id) && (
          <ul className={level > 1 ? 'md:hidden' : undefined}>
            <MenuItems categories={categories} parent={category._id} level={level + 1} />
          </ul>
        )}
      </li>
    ));
}

function AccountLinks() {
  const session = useSession();
  return session ? <UserLinks user={session.user} /> : <GuestLinks />;
}

const LOGO_WIDTH = 320;

/** Names longer than this are set smaller, in several lines. */
const LONG_NAME = 20;

/** The shop's logo, or its first letter and its name. */
export function Brand() {
  const { name, logo } = useShop().settings.shop;
  if (logo) return <img src={imageUrlForWidth(logo, LOGO_WIDTH)} alt={name} />;
  const [initial] = name;
  return (
    <>
      <span aria-hidden="true">{initial}</span>
      <bdi className={name.length > LONG_NAME ? 'text-small' : undefined}>{name}</bdi>
    </>
  );
}

export function Header({ categories }: { categories: ShopCategory[] }) {
  const session = useSession();
  const searchInput = useRef<HTMLInputElement>(null);
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const isSearchPage = useLocation().pathname === '/searched/products';
  const openSearch = () => {
    // Render, then focus within the click: phones open the keyboard only for a focus inside a user action.
    flushSync(() => setIsSearchOpen(true));
    searchInput.current?.focus();
  };
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground/90 backdrop-blur-md">
      <nav aria-label={nav.label} className="page flex flex-wrap items-center gap-x-1 gap-y-2 py-3 sm:gap-x-2 md:flex-nowrap">
        <Link to="/" className="brand">
          <Brand />
        </Link>
        <NavLink to="/" className="nav-link max-md:hidden">
          {nav.home}
        </NavLink>
        <PopoverButton panel={MENU_ID} className="whitespace-nowrap text-soft hover:text-ink max-md:hidden">
          {nav.category}
          <ChevronIcon />
        </PopoverButton>
        <SearchForm
          input={searchInput}
          onLeave={() => setIsSearchOpen(false)}
          className={classNames(
            'order-last w-full md:order-none md:mx-2 md:w-auto md:min-w-0 md:grow',
            !isSearchOpen && !isSearchPage && 'max-md:hidden',
          )}
        />
        {/* Without JavaScript it links to the search page, which always shows the search form. */}
        <Link
          to="/searched/products"
          aria-label={nav.search}
          className="icon-button md:hidden"
          onClick={(event) => {
            event.preventDefault();
            openSearch();
          }}
        >
          <SearchIcon size={20} />
        </Link>
        <ThemeSwitch className="icon-button text-soft hover:text-ink max-md:hidden" />
        <div className="flex items-center max-md:hidden">
          {session ? <UserMenu user={session.user} /> : <GuestLinks className="nav-link" />}
        </div>
        <CartLink />
        <PopoverButton panel={MENU_ID} aria-label={common.menu} className="icon-button md:hidden">
          <MenuIcon size={22} />
        </PopoverButton>
        <Menu categories={categories} />
      </nav>
    </header>
  );
}

/** `label`: where it should say more than the name of the page. */
export function CartLink({ label = nav.cart }: { label?: string }) {
  const count = useCart().length;
  return (
    <Link to="/cart" className="flex min-h-10 items-center gap-2 rounded-control px-2.5 font-[560] hover:bg-line/60">
      <CartIcon size={20} className="sm:hidden" />
      <span className="whitespace-nowrap max-sm:sr-only">{label}</span>
      <span data-testid="cart-count" className="tabular-nums min-w-6 rounded-full bg-ink px-1.5 text-center text-small text-ground">
        {count}
      </span>
      <span className="sr-only">{nav.items(count)}</span>
    </Link>
  );
}
