/**
 * The shop and its admin area share one build, but a browser gets the route table of only one of them, so that the admin area adds no byte to
 * a shopper's first visit. A link from one to the other leads to a path that isn't in the table, and loads a new document (catch-all.tsx).
 */
type Area = 'shop' | 'admin';

/** The part of the framework's table that is read here. */
interface RouteTable<Route> {
  routes: Record<string, Route>;
}

/** Ids of routes.ts: the layout of the admin area, and the routes of both areas. */
const ADMIN_LAYOUT = 'admin';
const SHARED_ROUTES = ['root', 'catch-all'];

/** The area of a page, by the routes that it consists of. */
export const findArea = (ids: readonly string[]): Area => (ids.includes(ADMIN_LAYOUT) ? 'admin' : 'shop');

/**
 * The table with the routes of one area. Its root has no path: with one it would match `/` by itself, which the admin area must leave to the
 * catch-all.
 */
export function pickAreaRoutes<Route extends { parentId?: string | undefined; path?: string }, Table extends RouteTable<Route>>(
  table: Table,
  area: Area,
): Table {
  const listAncestors = (id = ''): string[] => (table.routes[id] ? [id, ...listAncestors(table.routes[id].parentId)] : []);
  const isOfArea = ([id]: [string, Route]) => SHARED_ROUTES.includes(id) || findArea(listAncestors(id)) === area;
  const routes = Object.fromEntries(Object.entries(table.routes).filter(isOfArea));
  const { path: _path, ...root } = { ...routes.root };
  return { ...table, routes: { ...routes, root } };
}

/** The URL or path of an area's table, from that of the framework's table of all routes. */
export const toAreaManifest = (manifest: string, area: Area): string => manifest.replace(/\.js$/, `-${area}.js`);
