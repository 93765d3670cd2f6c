import { useEffect } from 'react';
import { common } from '../../messages/common.ts';
import { subscribeToTheme, toggleTheme, useTheme } from '../../state/theme.ts';
import { classNames } from '../../ui/class-names.ts';
import { ThemeIcon } from '../../ui/icons.tsx';

/** Light or dark, at once. Without a script the page follows the system and this isn't there. */
export function ThemeSwitch({ className, isLabelShown = false }: { className?: string; isLabelShown?: boolean }) {
  const theme = useTheme();
  return (
    <button
      type="button"
      aria-pressed={theme === null ? undefined : theme === 'dark'}
      aria-label={isLabelShown ? undefined : common.darkTheme}
      title={isLabelShown ? undefined : common.darkTheme}
      onClick={toggleTheme}
      className={classNames('noscript:hidden', className)}
    >
      <ThemeIcon size={18} className="shrink-0" />
      {isLabelShown && common.darkTheme}
    </button>
  );
}

/** Keeps the page at the choice. The first time the head's script was there before. */
export function ThemeSync() {
  useEffect(
    () =>
      subscribeToTheme((theme) => {
        document.documentElement.style.colorScheme = theme ?? '';
      }),
    [],
  );
  return null;
}
