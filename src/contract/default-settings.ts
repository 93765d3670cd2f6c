/** What a merchant's settings are until they change them: the price ranges offered as a filter (dollars, both ends inclusive), and quick add. */
import type { SettingsInput } from './settings.ts';

export const DEFAULT_SETTINGS: SettingsInput = {
  priceRanges: [
    [0, 99],
    [99, 199],
    [199, 299],
    [299, 399],
    [399, 499],
    [499, 599],
    [599, 699],
    [699, 799],
    [799, 899],
    [899, 999],
    [999, 99_999],
  ],
  quickAdd: true,
};
