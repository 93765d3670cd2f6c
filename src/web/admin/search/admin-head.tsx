/** What stands above each page of the admin area: the search over everything, the keys, and the way to the shop. */
import { useState } from 'react';
import type { TeamRole } from '../../../contract/endpoint.ts';
import { SearchIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { KeyboardIcon, ShopIcon } from '../../kit/nav-icons.tsx';
import { shortcuts, adminSearch as words } from './messages.ts';
import { SearchDialog } from './search-dialog.tsx';
import { COMMAND_KEY, ShortcutsDialog, useShortcuts } from './shortcuts-dialog.tsx';

const action = 'flex h-10 items-center gap-2 rounded-control px-3 text-soft hover:bg-line/60 hover:text-ink';

export function AdminHead({ role }: { role: TeamRole | null }) {
  const [open, setOpen] = useState<'search' | 'help' | null>(null);
  const close = () => setOpen(null);
  useShortcuts({ search: () => setOpen('search'), help: () => setOpen('help') });
  return (
    <div className="mb-6 flex items-center gap-1 print:hidden">
      <button
        type="button"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen('search')}
        className="mr-auto flex h-10 min-w-0 grow items-center gap-2.5 rounded-control border border-edge bg-raised px-3 text-soft hover:border-ink sm:max-w-80"
      >
        <SearchIcon />
        <span className="grow text-left">{words.open}</span>
        <span className="flex gap-1 max-sm:hidden" aria-hidden="true">
          <kbd className="key">{COMMAND_KEY}</kbd>
          <kbd className="key">K</kbd>
        </span>
      </button>
      <button
        type="button"
        aria-label={shortcuts.open}
        title={shortcuts.open}
        onClick={() => setOpen('help')}
        className={`${action} max-md:hidden`}
      >
        <KeyboardIcon size={18} />
      </button>
      <Link to="/" className={action}>
        <ShopIcon size={18} />
        {words.viewShop}
      </Link>
      {open === 'search' && <SearchDialog role={role} close={close} />}
      {open === 'help' && <ShortcutsDialog close={close} />}
    </div>
  );
}
