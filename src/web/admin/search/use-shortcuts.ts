/** Keys that work wherever the focus is: Ctrl+K (⌘K on a Mac), and outside of fields / and ?. */
import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from '../../state/shortcuts.ts';
import { shortcuts as words } from './messages.ts';

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
