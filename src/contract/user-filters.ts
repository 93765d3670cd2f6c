/** Which accounts a list shows. `ordered`: those with an order. */
export const USER_FILTERS = ['customers', 'team', 'ordered', 'disabled'] as const;
