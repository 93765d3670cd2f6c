/** Keys that work anywhere in the admin area: Ctrl+K (⌘K on a Mac), and outside of fields / and ?. */
import { Fragment, type ReactNode, useEffect, useEffectEvent } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { SwitchField } from '../../kit/field.tsx';
import { singleKeys } from '../../state/admin-area.ts';
import { shortcuts } from './messages.ts';

export const IS_MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** The name that is printed on the key. */
export const COMMAND_KEY = IS_MAC ? shortcuts.command : shortcuts.control;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');

export function useShortcuts(openers: { search: () => void; help: () => void }): void {
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

/** The list of the keys, with a switch for those of a single character. */
export function ShortcutsDialog({ close }: { close: () => void }) {
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
