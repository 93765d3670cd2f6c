/** Light or dark, and the merchant's own look: accent color and frame of the images. */
import { useEffect } from 'react';
import { classNames } from '../../kit/class-names.ts';
import { ThemeIcon } from '../../kit/icons.tsx';
import { subscribeToTheme, toggleTheme, useTheme } from '../../state/theme.ts';
import { common } from '../messages/common.ts';
import { useShop } from '../shop-data.ts';

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

/** Lightness in OKLCH: with these limits, any hue has a contrast of at least 4.5 to the light or the dark background. */
const DARKEST_ON_LIGHT = 0.5;
const LIGHTEST_ON_DARK = 0.76;

/** Makes it lighter on the dark background and darker on the light one, as far as necessary to be readable. */
function toCss(color: string): string {
  const onLight = `oklch(from ${color} min(l, ${DARKEST_ON_LIGHT}) c h)`;
  const onDark = `oklch(from ${color} max(l, ${LIGHTEST_ON_DARK}) c h)`;
  const mixWithGround = (accent: string, share: string) => `color-mix(in oklab, ${accent} ${share}, var(--color-ground))`;
  return [
    `--color-accent:light-dark(${onLight},${onDark})`,
    `--color-accent-ground:light-dark(${mixWithGround(onLight, '10%')},${mixWithGround(onDark, '20%')})`,
  ].join(';');
}

export function ShopStyle() {
  const { accentColor, imageFrame } = useShop().settings.shop;
  const frame = imageFrame !== 'whole' && `--aspect-product:${imageFrame.replace(':', '/')};--image-fit:cover;`;
  return (accentColor || frame) && <style>{`:root{${frame || ''}${accentColor && toCss(accentColor)}}`}</style>;
}
