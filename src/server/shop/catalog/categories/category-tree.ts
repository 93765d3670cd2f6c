/**
 * The tree of categories in memory: which categories a branch has, and how many products. A list of a branch is a list of its categories, so that moving a
 * branch changes one row and no product. Made once after each change of the catalog, from what every page reads anyway.
 */
import type { ListedCategory } from '../../../../contract/category.ts';
import { CATEGORY_LEVELS_MAX } from '../../../../contract/limits.ts';
import type { CategoryCombination, CountedCategory } from './category.repository.ts';
import type { CategoryFilter } from './category-filter.ts';

export interface CategoryTree {
  /** Each before those below it, with the number of products of its branch. */
  categories: ListedCategory[];
  /** One for each category, in the same order. */
  branches: CategoryFilter[];
  /** What lists are filtered by, if these categories are chosen, with all that is below them. */
  findBranches: (ids: readonly string[]) => CategoryFilter;
  /** At any price. */
  count: (filter: CategoryFilter) => number;
}

interface Node extends CountedCategory {
  children: Node[];
}

/** Brothers as the merchant ordered them; those that nobody ordered stay sorted by name, as they were read. */
function sortBrothers(nodes: Node[]): Node[] {
  return nodes.sort((one, other) => one.position - other.position);
}

/** The top of the tree. Its rows are sorted by name. */
function linkNodes(rows: readonly CountedCategory[]): { top: Node[]; nodes: Map<string, Node> } {
  const nodes = new Map(rows.map((row) => [row._id, { ...row, children: [] as Node[] }]));
  const top: Node[] = [];
  for (const node of nodes.values()) (nodes.get(node.parent ?? '')?.children ?? top).push(node);
  for (const { children } of nodes.values()) sortBrothers(children);
  return { top: sortBrothers(top), nodes };
}

const flatten = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flatten(node.children)]);

function findAncestors(nodes: ReadonlyMap<string, Node>, id: string): Node[] {
  const found: Node[] = [];
  // The database refuses circles; whoever made one around it gets a wrong tree, not a process that hangs.
  for (let node = nodes.get(id); node && found.length < CATEGORY_LEVELS_MAX; node = nodes.get(node.parent ?? '')) found.push(node);
  return found;
}

interface Members {
  categoryIds: string[];
  furtherIds: Set<string>;
  countKeys: string[];
}

/** Without combinations, lists are filtered and counted as in a shop whose products have one category each. */
const toFilter = ({ categoryIds, furtherIds, countKeys }: Members): CategoryFilter => ({
  categoryIds,
  ...(furtherIds.size && { furtherIds: [...furtherIds] }),
  ...(countKeys.length > categoryIds.length && { countKeys }),
});

export function createCategoryTree(rows: readonly CountedCategory[], combinations: readonly CategoryCombination[]): CategoryTree {
  const { top, nodes } = linkNodes(rows);
  const ordered = flatten(top);
  const counts = new Map([
    ...rows.map(({ _id, count }) => [_id, count] as const),
    ...combinations.map(({ id, count }) => [id, count] as const),
  ]);
  const members = new Map<string, Members>(ordered.map(({ _id }) => [_id, { categoryIds: [], furtherIds: new Set(), countKeys: [] }]));
  for (const { _id } of ordered)
    for (const above of findAncestors(nodes, _id)) {
      members.get(above._id)?.categoryIds.push(_id);
      members.get(above._id)?.countKeys.push(_id);
    }
  for (const { id, categoryIds } of combinations) {
    const counted = new Set<string>();
    for (const [place, categoryId] of categoryIds.entries())
      for (const { _id } of findAncestors(nodes, categoryId)) {
        if (place > 0) members.get(_id)?.furtherIds.add(categoryId);
        // A product that is in two categories of a branch counts once there.
        if (!counted.has(_id)) members.get(_id)?.countKeys.push(id);
        counted.add(_id);
      }
  }
  const sumKeys = (keys: Iterable<string>) => [...keys].reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  const branches = new Map([...members].map(([id, it]) => [id, { ...toFilter(it), rootId: id }]));

  /** An unknown category is one without products. */
  const findBranch = (id: string): CategoryFilter => branches.get(id) ?? { categoryIds: [id], rootId: id };
  const findBranches = (ids: readonly string[]): CategoryFilter => {
    const [first, ...others] = new Set(ids);
    if (first === undefined) return { categoryIds: [] };
    if (!others.length) return findBranch(first);
    const chosen = [first, ...others].map(findBranch);
    return toFilter({
      categoryIds: [...new Set(chosen.flatMap(({ categoryIds }) => categoryIds))],
      furtherIds: new Set(chosen.flatMap(({ furtherIds = [] }) => furtherIds)),
      countKeys: [...new Set(chosen.flatMap(({ categoryIds, countKeys = categoryIds }) => countKeys))],
    });
  };
  const count = ({ categoryIds, countKeys = categoryIds }: CategoryFilter) => sumKeys(categoryIds.length ? countKeys : counts.keys());

  const toListed = ({ children, position: _position, ...category }: Node): ListedCategory => ({
    ...category,
    count: count(findBranch(category._id)),
    image: category.image ?? flatten(children).find(({ image }) => image)?.image ?? null,
  });
  return {
    categories: ordered.map(toListed),
    branches: ordered.map(({ _id }) => findBranch(_id)),
    findBranches,
    count,
  };
}
