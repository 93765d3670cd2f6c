/** What this browser remembers of the admin area: whether it has shortcuts, how it lists products, and the user's role. */
import { TEAM_ROLES, type TeamRole } from '../../contract/endpoint.ts';
import { isRecord } from '../../contract/values.ts';
import { useSession } from './session.ts';
import { createStore } from './storage.ts';

/** Whether keys of a single character are shortcuts in the admin area; in local storage under `single-keys`. */
export const singleKeys = createStore<boolean>('single-keys', true, (stored) => stored !== false);

/** Columns that can be left out; the product itself is always there. */
export const TABLE_COLUMNS = ['sku', 'category', 'status', 'price', 'stock', 'added'] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

interface ProductsView {
  view: 'cards' | 'table';
  hidden: TableColumn[];
}

const CARDS: ProductsView = { view: 'cards', hidden: [] };

/** How the products are listed; in local storage under `admin-products`. */
const viewStore = createStore<ProductsView>('admin-products', CARDS, (stored) => {
  if (!isRecord(stored)) return CARDS;
  const hidden = Array.isArray(stored.hidden) ? stored.hidden : [];
  return { view: stored.view === 'table' ? 'table' : 'cards', hidden: TABLE_COLUMNS.filter((it) => hidden.includes(it)) };
});

export const useProductsView = viewStore.use;

export function chooseProductsView(view: ProductsView['view']): void {
  viewStore.write({ ...viewStore.read(), view });
}

export function showColumn(column: TableColumn, isShown: boolean): void {
  const { view, hidden } = viewStore.read();
  const others = hidden.filter((it) => it !== column);
  viewStore.write({ view, hidden: isShown ? others : [...others, column] });
}

interface KnownRole {
  userId: string;
  role: TeamRole;
}

function parseKnownRole(stored: unknown): KnownRole | null {
  if (!isRecord(stored) || typeof stored.userId !== 'string') return null;
  const role = TEAM_ROLES.find((it) => it === stored.role);
  return role ? { userId: stored.userId, role } : null;
}

/**
 * The user's role when the admin area last asked, in local storage under `team-role`: the navigation begins with it, so that no item vanishes
 * a moment later. It permits nothing: the server checks each call.
 */
const roleStore = createStore<KnownRole | null>('team-role', null, parseKnownRole);

/** Null for the role of somebody else who used this browser before. */
export const findRoleOf = (userId: string | undefined, known: KnownRole | null): TeamRole | null =>
  known?.userId === userId ? (known?.role ?? null) : null;

/** Null until it is known. */
export function useLastTeamRole(): TeamRole | null {
  const known = roleStore.use();
  return findRoleOf(useSession()?.user._id, known);
}

export function saveTeamRole(userId: string | undefined, role: TeamRole): void {
  if (userId) roleStore.write({ userId, role });
}
