/** Filters of the list of accounts. `ordered`: those that have an order. */
export const USER_FILTERS = ['customers', 'team', 'ordered', 'disabled'] as const;
