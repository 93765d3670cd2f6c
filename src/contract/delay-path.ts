/** The address of the page on which customers answer a delay. Apart, so that pages of orders don't load the schemas. */
export const DELAY_PATH = '/late-order';
