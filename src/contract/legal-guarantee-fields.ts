/** The page with the notice of the legal guarantee of conformity. Apart from its calls, so that a first visit doesn't load them. */

/** Its address under /pages/, and how links to it read. */
export const GUARANTEE_SLUG = 'legal-guarantee';
export const GUARANTEE_TITLE = 'Legal guarantee';
