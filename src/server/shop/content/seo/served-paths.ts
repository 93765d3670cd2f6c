/**
 * The paths that the shop always serves, whatever is in its database: no redirect can begin there. A test compares them with the table of
 * routes.
 */
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
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/share.png',
  '/livez',
  '/readyz',
  '/metrics',
]);

/** Below these paths there are no pages, or only personal ones. */
const FOLDERS = /^\/(api|assets|uploads|dashboard|guest|pay|sitemap|dev)(\/|$)/;

export const isServed = (path: string): boolean => PATHS.has(path) || FOLDERS.test(path);
