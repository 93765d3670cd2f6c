/** All categories as pictures: at /categories, and at /category, where the bar's dropdown leads. */
import { type MetaFunction, useLoaderData } from 'react-router';
import type { Api } from '../../api.ts';
import { CategoryTile } from '../../components/category-tile.tsx';
import { productGrid } from '../../components/product-card.tsx';
import { headOf } from '../../head.ts';
import { inBrowser, onServer } from '../../load.ts';
import { categoryPage } from '../../messages.browse.ts';
import { titleOf } from '../../messages.store.ts';
import { nav, spec } from '../../messages.ts';
import { loadCategories } from '../../state/categories.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ShelfSign } from '../../ui/signs/shelf-sign.tsx';

const load = (api: Api) => loadCategories(api);

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData = [], matches }) =>
  headOf(matches, { title: titleOf(nav.categories), description: categoryPage.lead(loaderData.length), path: '/categories' });

export default function CategoriesPage() {
  const categories = useLoaderData<typeof loader>();
  return (
    <div className="page pt-10">
      <h1 className="text-display">{nav.categories}</h1>
      {categories.length > 0 && <p className="figures mt-2 mb-8 text-large text-soft">{categoryPage.lead(categories.length)}</p>}
      {categories.length > 0 ? (
        <ul className={productGrid}>
          {categories.map((category, index) => (
            <li key={category._id}>
              <CategoryTile category={category} index={index} />
            </li>
          ))}
        </ul>
      ) : (
        <Notice sign={<ShelfSign />} title={categoryPage.none} actions={<LinkButton to="/">{spec.backHome}</LinkButton>}>
          {categoryPage.noneHint}
        </Notice>
      )}
    </div>
  );
}
