/** The paths that the shop serves whatever is in its database: no redirect begins there. A test compares them with the table of pages. */
const PATHS = new Set([
  '/',
  '/categories',
  '/category',
  '/searched/products',
  '/cart',
  '/success',
  '/cancel',
  '/about',
  '/contact',
  '/policy',
  '/register',
  '/login',
  '/reset-password',
  '/confirm-email',
  '/team-invitation',
  '/forget-password',
  '/robots.txt',
  '/sitemap.xml',
  '/livez',
  '/readyz',
  '/metrics',
]);

/** All that is below these is no page, or one for a person alone. */
const FOLDERS = /^\/(api|assets|uploads|dashboard|guest|pay|sitemap|dev)(\/|$)/;

export const isServed = (path: string): boolean => PATHS.has(path) || FOLDERS.test(path);
