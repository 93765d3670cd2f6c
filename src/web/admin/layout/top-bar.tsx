/** The bar above the admin area: the shop's name, the search over everything, what waits, the way to the shop, and one's own account. */
import { useState } from 'react';
import type { Waiting } from '../../../contract/email.ts';
import type { TeamRole } from '../../../contract/endpoint.ts';
import { ChevronIcon, SearchIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { KeyboardIcon, LogOutIcon, PersonIcon, ShieldIcon, ShopIcon } from '../../kit/nav-icons.tsx';
import { PopoverButton, PopoverPanel } from '../../kit/popover.tsx';
import { nav } from '../../shared/messages/common.ts';
import { security } from '../../shared/messages/security.ts';
import { useLogout } from '../../shared/site-layout/account-links.tsx';
import { Brand } from '../../shared/site-layout/header.tsx';
import { ThemeSwitch } from '../../shared/site-layout/theme.tsx';
import { type SessionUser, useSession } from '../../state/session.ts';
import { adminSearch, shortcuts } from '../search/messages.ts';
import { SearchDialog } from '../search/search-dialog.tsx';
import { COMMAND_KEY, ShortcutsDialog, useShortcuts } from '../search/shortcuts.tsx';
import { adminFrame } from './messages.ts';
import { HOME_PATH } from './nav-items.tsx';
import { listTasks, TaskMenu } from './tasks.tsx';

interface TopBarProps {
  /** Null for those who are asked to log in or to set up a second factor first. */
  tools: {
    role: TeamRole | null;
    /** Undefined until it is known. */
    waiting: Waiting | undefined;
  } | null;
}

export function TopBar({ tools }: TopBarProps) {
  const user = useSession()?.user;
  return (
    <header className="admin-bar">
      <Link to={HOME_PATH} className="brand">
        <Brand />
      </Link>
      {tools && <SearchTools role={tools.role} />}
      <div className="ml-auto flex shrink-0 items-center wide:gap-2">
        {tools?.waiting && <TaskMenu tasks={listTasks(tools.waiting)} />}
        <Link to="/" title={adminFrame.viewShop} className="admin-bar-button">
          <ShopIcon size={20} />
          <span className="max-wide:sr-only">{adminFrame.viewShop}</span>
        </Link>
        {user && <AccountMenu user={user} />}
      </div>
    </header>
  );
}

/** The search, and the keys that open it. */
function SearchTools({ role }: { role: TeamRole | null }) {
  const [open, setOpen] = useState<'search' | 'help' | null>(null);
  const close = () => setOpen(null);
  useShortcuts({ search: () => setOpen('search'), help: () => setOpen('help') });
  return (
    <>
      <button type="button" aria-keyshortcuts="Control+K" onClick={() => setOpen('search')} className="admin-search">
        <SearchIcon size={20} />
        <span className="grow text-left max-wide:sr-only">{adminSearch.open}</span>
        <span className="flex gap-1 max-wide:hidden" aria-hidden="true">
          <kbd className="key">{COMMAND_KEY}</kbd>
          <kbd className="key">K</kbd>
        </span>
      </button>
      <button
        type="button"
        aria-label={shortcuts.open}
        title={shortcuts.open}
        onClick={() => setOpen('help')}
        className="admin-bar-button max-wide:hidden"
      >
        <KeyboardIcon size={20} />
      </button>
      {open === 'search' && <SearchDialog role={role} close={close} />}
      {open === 'help' && <ShortcutsDialog close={close} />}
    </>
  );
}

const ACCOUNT_MENU_ID = 'admin-account';

function AccountMenu({ user }: { user: SessionUser }) {
  const logOut = useLogout();
  return (
    <>
      <PopoverButton panel={ACCOUNT_MENU_ID} className="admin-bar-button">
        <PersonIcon size={20} className="wide:hidden" />
        <bdi className="max-w-36 truncate max-wide:sr-only">{user.name}</bdi>
        <ChevronIcon className="max-wide:hidden" />
      </PopoverButton>
      <PopoverPanel id={ACCOUNT_MENU_ID} label={adminFrame.account} className="popover-below w-64 rounded-card p-2">
        <p className="mb-2 border-b border-line px-3 pt-1 pb-3">
          <bdi className="block font-[560]">{user.name}</bdi>
          <bdi className="block text-small text-soft">{user.email}</bdi>
        </p>
        <Link to="/dashboard/user/security" className="menu-item">
          <ShieldIcon size={18} />
          {security.title}
        </Link>
        <ThemeSwitch isLabelShown className="menu-item" />
        <button type="button" className="menu-item" onClick={logOut}>
          <LogOutIcon size={18} />
          {nav.logout}
        </button>
      </PopoverPanel>
    </>
  );
}
