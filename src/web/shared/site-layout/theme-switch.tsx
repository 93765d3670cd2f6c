import { useEffect } from 'react';
import { classNames } from '../../kit/class-names.ts';
import { ThemeIcon } from '../../kit/icons.tsx';
import { subscribeToTheme, toggleTheme, useTheme } from '../../state/theme.ts';
import { common } from '../messages/common.ts';

/** Toggles light and dark. Hidden without JavaScript; the page then follows the system. */
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

/** Applies later changes of the theme to the document. The script in the head has applied the first one. */
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
