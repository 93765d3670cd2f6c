/** Where a higher quantity was typed than can be bought. */
export const quantity = {
  cut: (max: number) => `Only ${max} available: quantity set to ${max}`,
  limited: (max: number) => `Up to ${max} at a time: quantity set to ${max}`,
} as const;
