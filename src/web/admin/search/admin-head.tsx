/** What stands above each page of the admin area: the search over everything, the keys, and the way to the shop. */
import { Fragment, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { TeamRole } from '../../../contract/endpoint.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { SwitchField } from '../../kit/field.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { KeyboardIcon, ShopIcon } from '../../kit/nav-icons.tsx';
import { singleKeys } from '../../state/admin-area.ts';
import { adminSearch, shortcuts } from './messages.ts';
import { SearchDialog } from './search-dialog.tsx';

/** The keys that work anywhere in the admin area, and a switch for those of a single character. */
/** Keys that work wherever the focus is: Ctrl+K (⌘K on a Mac), and outside of fields / and ?. */

const IS_MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** The name that is printed on the key. */
const COMMAND_KEY = IS_MAC ? shortcuts.command : shortcuts.control;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');

function useShortcuts(openers: { search: () => void; help: () => void }): void {
  const hasSingleKeys = singleKeys.use();
  const open = useEffectEvent((which: 'search' | 'help') => openers[which]());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || document.querySelector('dialog:modal')) return;
      const hasCommand = IS_MAC ? event.metaKey : event.ctrlKey;
      const isSingle = hasSingleKeys && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if ((hasCommand && event.key.toLowerCase() === 'k') || (isSingle && event.key === '/')) open('search');
      else if (isSingle && event.key === '?') open('help');
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [hasSingleKeys]);
}

function ShortcutsDialog({ close }: { close: () => void }) {
  const hasSingleKeys = singleKeys.use();
  const rows: [ReactNode[], string][] = [
    [[COMMAND_KEY, 'K'], shortcuts.search],
    ...(hasSingleKeys ? [[['/'], shortcuts.search] as [string[], string], [['?'], shortcuts.help] as [string[], string]] : []),
    [['↑', '↓'], shortcuts.move],
    [[shortcuts.enter], shortcuts.choose],
    [[shortcuts.escape], shortcuts.leave],
  ];
  return (
    <Dialog title={shortcuts.title} close={close} closeLabel={shortcuts.close}>
      <dl className="mb-6 grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {rows.map(([keys, label]) => (
          <Fragment key={`${keys.join()}${label}`}>
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={String(key)} className="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </Fragment>
        ))}
      </dl>
      <SwitchField
        label={shortcuts.singleKeys}
        hint={shortcuts.singleKeysHint}
        checked={hasSingleKeys}
        onChange={(event) => singleKeys.write(event.target.checked)}
      />
    </Dialog>
  );
}

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
        <span className="grow text-left">{adminSearch.open}</span>
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
        {adminSearch.viewShop}
      </Link>
      {open === 'search' && <SearchDialog role={role} close={close} />}
      {open === 'help' && <ShortcutsDialog close={close} />}
    </div>
  );
}
