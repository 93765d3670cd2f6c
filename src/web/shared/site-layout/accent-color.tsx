/** Applies the merchant's accent color and frame of pictures instead of the default ones, on every page. */
import { useShop } from '../hooks/use-shop.ts';

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
