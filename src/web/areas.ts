/**
 * The shop and its admin area share one build, but a browser gets the table of one of them only: what the admin area has adds no byte to a
 * shopper's first visit. A link from one to the other is to a page that the table doesn't have, and loads a new document (catch-all.tsx).
 */
type Area = 'shop' | 'admin';

/** The part of the framework's table that is read here. */
interface RouteTable<Route> {
  routes: Record<string, Route>;
}

/** Ids of routes.ts: the layout of the admin area, and what both areas have. */
const ADMIN_LAYOUT = 'admin';
const SHARED_ROUTES = ['root', 'catch-all'];

/** The area of a page, by the routes that it consists of. */
export const findArea = (ids: readonly string[]): Area => (ids.includes(ADMIN_LAYOUT) ? 'admin' : 'shop');

/**
 * The table with the routes of one area alone. Their root has no path: with one it would be a page by itself at `/`, which the admin area
 * doesn't have and leaves to the catch-all.
 */
export function pickAreaRoutes<Route extends { parentId?: string | undefined; path?: string }, Table extends RouteTable<Route>>(
  table: Table,
  area: Area,
): Table {
  const isOfArea = ([id, { parentId = '' }]: [string, Route]) => SHARED_ROUTES.includes(id) || findArea([id, parentId]) === area;
  const routes = Object.fromEntries(Object.entries(table.routes).filter(isOfArea));
  const { path: _path, ...root } = { ...routes.root };
  return { ...table, routes: { ...routes, root } };
}

/** Where the build puts the table of an area, by the URL or path at which the framework has put the one of all. */
export const toAreaManifest = (manifest: string, area: Area): string => manifest.replace(/\.js$/, `-${area}.js`);
