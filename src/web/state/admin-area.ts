/** What this browser remembers of the admin area: whether it has shortcuts, how it shows its lists, and the user's role. */
import { TEAM_ROLES, type TeamRole } from '../../contract/endpoint.ts';
import { VIEW_LISTS, type ViewList } from '../../contract/saved-view.ts';
import { isRecord } from '../../contract/values.ts';
import { useSession } from './session.ts';
import { createStore } from './storage.ts';

/** Whether keys of a single character are shortcuts in the admin area; in local storage under `single-keys`. */
export const singleKeys = createStore<boolean>('single-keys', true, (stored) => stored !== false);

/** Products as cards or as a table; in local storage under `admin-products`. Versions before kept the hidden columns there too. */
interface ProductsView {
  view: 'cards' | 'table';
  hidden: string[];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const toTexts = (stored: unknown): string[] => (Array.isArray(stored) ? stored.filter(isText) : []);

const CARDS: ProductsView = { view: 'cards', hidden: [] };

const viewStore = createStore<ProductsView>('admin-products', CARDS, (stored) =>
  isRecord(stored) ? { view: stored.view === 'table' ? 'table' : 'cards', hidden: toTexts(stored.hidden) } : CARDS,
);

export const useProductsView = viewStore.use;

export function chooseProductsView(view: ProductsView['view']): void {
  viewStore.write({ ...viewStore.read(), view });
}

/** What this browser remembers of a list. */
interface ListChoices {
  /** The shown columns in their order; null: as the list has them by itself. */
  columns: string[] | null;
  /** The saved view with which the list opens: its id, and what it filters by. */
  opensWith: { _id: string; query: string } | null;
}

const NO_CHOICES: ListChoices = { columns: null, opensWith: null };

function parseChoices(stored: unknown): ListChoices {
  if (!isRecord(stored)) return NO_CHOICES;
  const { columns, opensWith } = stored;
  return {
    columns: Array.isArray(columns) ? toTexts(columns) : null,
    opensWith:
      isRecord(opensWith) && isText(opensWith._id) && isText(opensWith.query) ? { _id: opensWith._id, query: opensWith.query } : null,
  };
}

/** In local storage under `admin-lists`, by the list's name. */
const listStore = createStore<Partial<Record<ViewList, ListChoices>>>('admin-lists', {}, (stored) =>
  isRecord(stored) ? Object.fromEntries(VIEW_LISTS.map((list) => [list, parseChoices(stored[list])])) : {},
);

const readChoices = (list: ViewList): ListChoices => listStore.read()[list] ?? NO_CHOICES;
const writeChoices = (list: ViewList, change: Partial<ListChoices>) =>
  listStore.write({ ...listStore.read(), [list]: { ...readChoices(list), ...change } });

export const saveColumns = (list: ViewList, columns: string[] | null) => writeChoices(list, { columns });
export const saveOpensWith = (list: ViewList, opensWith: ListChoices['opensWith']) => writeChoices(list, { opensWith });

export const useOpensWith = (list: ViewList) => listStore.use()[list]?.opensWith ?? null;
export const readOpensWith = (list: ViewList) => readChoices(list).opensWith;

/** The columns of a list that are shown, in their order. `all`: those that there are; `usual`: those that are shown until somebody chooses. */
export function useShownColumns<Name extends string>(list: ViewList, all: readonly Name[], usual: readonly Name[] = all): Name[] {
  const { hidden } = viewStore.use();
  const chosen = listStore.use()[list]?.columns;
  if (chosen) return chosen.flatMap((name) => all.find((it) => it === name) ?? []);
  return usual.filter((it) => list !== 'products' || !hidden.includes(it));
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
