import { Link, NavLink, useLocation } from 'react-router';
import type { ListedCategory } from '../../../contract/category.ts';
import { common, nav, spec } from '../../messages.ts';
import { useCart } from '../../state/cart.ts';
import { type SessionUser, useSession } from '../../state/session.ts';
import { DropDown, dropDownItem } from '../../ui/drop-down.tsx';
import { MenuIcon } from '../../ui/icons.tsx';
import { useLogout } from '../use-logout.ts';
import { SearchForm } from './search-form.tsx';

const barLink = 'inline-flex min-h-10 items-center rounded-control px-2.5 text-soft hover:text-ink aria-[current=page]:text-ink';

export function Header({ categories }: { categories: ListedCategory[] }) {
  const session = useSession();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground/90 backdrop-blur-md">
      <nav aria-label={nav.label} className="page flex flex-wrap items-center gap-x-1 gap-y-2 py-3 sm:gap-x-2 md:flex-nowrap">
        <Link to="/" className="flex min-h-10 items-center gap-2.5 md:mr-2 text-large font-[680] tracking-[-0.02em] whitespace-nowrap">
          <span
            aria-hidden="true"
            className="flex size-7 max-[23rem]:hidden items-center justify-center rounded-small bg-ink text-small text-ground"
          >
            e
          </span>
          {spec.title}
        </Link>
        <div className="hidden items-center md:flex">
          <NavLink to="/" end className={barLink}>
            {nav.home}
          </NavLink>
          <DropDown label={nav.category} panelClassName="grid gap-0.5 lg:min-w-64">
            <CategoryLinks categories={categories} />
          </DropDown>
        </div>
        <SearchForm className="order-last w-full md:order-none md:mx-2 md:w-auto md:grow" />
        <div className="hidden items-center md:flex">
          {session ? <UserMenu user={session.user} /> : <VisitorLinks className={barLink} />}
        </div>
        <CartLink />
        <DropDown
          className="md:hidden"
          align="end"
          isPlain
          ariaLabel={common.menu}
          label={<MenuIcon size={22} />}
          panelClassName="min-w-64"
        >
          <NavLink to="/" end className={dropDownItem}>
            {nav.home}
          </NavLink>
          {session ? <UserLinks user={session.user} /> : <VisitorLinks className={dropDownItem} />}
          <p className="px-3 pt-3 pb-1 text-small font-[560] text-soft">{nav.category}</p>
          <CategoryLinks categories={categories} />
        </DropDown>
      </nav>
    </header>
  );
}

function CategoryLinks({ categories }: { categories: ListedCategory[] }) {
  return (
    <>
      <NavLink to="/category" end className={dropDownItem}>
        {nav.allCategories}
      </NavLink>
      {categories.map((category) => (
        <NavLink key={category._id} to={`/category/${category.slug}`} prefetch="intent" className={dropDownItem}>
          <span className="grow">{category.name}</span>
          <span className="figures text-small text-soft">{category.count}</span>
        </NavLink>
      ))}
    </>
  );
}

/** Login comes back to where the person was; a gate may have said already where that is. */
function useWayBack(): { from: string } {
  const location = useLocation();
  const state: unknown = location.state;
  if (typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string') return { from: state.from };
  const isEntrance = ['/login', '/register', '/forget-password'].includes(location.pathname);
  return { from: isEntrance ? '/' : location.pathname + location.search };
}

function VisitorLinks({ className }: { className: string }) {
  const state = useWayBack();
  return (
    <>
      <NavLink to="/register" state={state} className={className}>
        {nav.register}
      </NavLink>
      <NavLink to="/login" state={state} className={className}>
        {nav.login}
      </NavLink>
    </>
  );
}

function UserMenu({ user }: { user: SessionUser }) {
  return (
    <DropDown label={<span className="max-w-36 truncate">{user.name}</span>} align="end">
      <UserLinks user={user} />
    </DropDown>
  );
}

function UserLinks({ user }: { user: SessionUser }) {
  const logOut = useLogout();
  return (
    <>
      <NavLink to={user.role === 1 ? '/dashboard/admin' : '/dashboard/user'} end className={dropDownItem}>
        {nav.dashboard}
      </NavLink>
      <button type="button" className={dropDownItem} onClick={logOut}>
        {nav.logout}
      </button>
    </>
  );
}

function CartLink() {
  const count = useCart().length;
  return (
    <Link to="/cart" className="ml-auto flex min-h-10 items-center gap-2 rounded-control px-2.5 font-[560] hover:bg-line/60 md:ml-0">
      {nav.cart}
      <span data-testid="cart-count" className="figures min-w-6 rounded-full bg-ink px-1.5 text-center text-small text-ground">
        {count}
      </span>
      <span className="sr-only">{nav.items(count)}</span>
    </Link>
  );
}
