/** The columns of an import's CSV file; others are ignored. */
export const CSV_COLUMNS = { required: ['name', 'description', 'price', 'quantity', 'category', 'image'], optional: ['shipping'] };
