/** How the admin's table of products is sorted, and filtered by stock. */
export const TABLE_SORTS = ['newest', 'oldest', 'name', 'name-down', 'price-up', 'price-down'] as const;
export type TableSort = (typeof TABLE_SORTS)[number];

/** At least one; at most as many as the shop's setting calls low, and at least one; none. */
export const STOCK_FILTERS = ['in_stock', 'low', 'sold_out'] as const;
