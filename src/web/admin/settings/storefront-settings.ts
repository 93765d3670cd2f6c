/** What the pages that change a part of the storefront's settings have in common. */
import type { SettingsInput } from '../../../contract/settings.ts';

/** What the call asks for, whichever part is changed. */
export const pickRequired = ({ priceRanges, quickAdd }: SettingsInput): Pick<SettingsInput, 'priceRanges' | 'quickAdd'> => ({
  priceRanges,
  quickAdd,
});

/** Names that are separated by commas, each once. */
export const parseNames = (text: string): string[] => [...new Set(text.split(',').map((it) => it.trim()))].filter(Boolean);
