/** How the admin's table of products is sorted, and filtered by stock. */
export const TABLE_SORTS = ['newest', 'oldest', 'name', 'name-down', 'price-up', 'price-down'] as const;
export type TableSort = (typeof TABLE_SORTS)[number];

/** in_stock: one or more. low: from one to the threshold in the settings. sold_out: none. */
export const STOCK_FILTERS = ['in_stock', 'low', 'sold_out'] as const;
