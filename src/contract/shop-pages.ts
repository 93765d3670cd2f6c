/** Addresses of pages that several sides link to. Apart from the calls of these pages, so that nobody loads their schemas for a link. */

/** Under /pages/: the notice of the legal guarantee of conformity, and how links to it read. */
export const GUARANTEE_SLUG = 'legal-guarantee';
export const GUARANTEE_TITLE = 'Legal guarantee';

/** Where customers answer a delay. */
export const DELAY_PATH = '/late-order';
