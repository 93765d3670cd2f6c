/** The keys that work anywhere in the admin area, and a switch for those of a single character. */
import { Fragment, type ReactNode, useEffect, useEffectEvent } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { SwitchField } from '../../kit/field.tsx';
import { singleKeys } from '../../state/admin-area.ts';
import { shortcuts as words } from './messages.ts';

/** Keys that work wherever the focus is: Ctrl+K (⌘K on a Mac), and outside of fields / and ?. */

const IS_MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** The name that is printed on the key. */
export const COMMAND_KEY = IS_MAC ? words.command : words.control;

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

export function ShortcutsDialog({ close }: { close: () => void }) {
  const hasSingleKeys = singleKeys.use();
  const rows: [ReactNode[], string][] = [
    [[COMMAND_KEY, 'K'], words.search],
    ...(hasSingleKeys ? [[['/'], words.search] as [string[], string], [['?'], words.help] as [string[], string]] : []),
    [['↑', '↓'], words.move],
    [[words.enter], words.choose],
    [[words.escape], words.leave],
  ];
  return (
    <Dialog title={words.title} close={close} closeLabel={words.close}>
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
        label={words.singleKeys}
        hint={words.singleKeysHint}
        checked={hasSingleKeys}
        onChange={(event) => singleKeys.write(event.target.checked)}
      />
    </Dialog>
  );
}
