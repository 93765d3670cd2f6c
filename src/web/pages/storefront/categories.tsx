/** All categories, at /categories and at /category. */
import { type MetaFunction, useLoaderData } from 'react-router';
import type { Api } from '../../api.ts';
import { CategoryTile } from '../../components/category-tile.tsx';
import { nav } from '../../messages/navigation.ts';
import { spec } from '../../messages/specification.ts';
import { categoryPage } from '../../messages/storefront.ts';
import { createMeta } from '../../meta.ts';
import { createClientLoader, createServerLoader } from '../../page-loader.ts';
import { loadCategories } from '../../state/categories.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ShelfIllustration } from '../../ui/illustrations/shelf.tsx';
import { Notice } from '../../ui/notice.tsx';

const load = (api: Api) => loadCategories(api);

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData = [], matches }) =>
  createMeta(matches, {
    title: nav.categories,
    description: categoryPage.listMetaDescription(loaderData.length),
    path: '/categories',
  });

export default function CategoriesPage() {
  const categories = useLoaderData<typeof loader>();
  return (
    <div className="page pt-10">
      <h1 className="text-display">{nav.categories}</h1>
      {categories.length > 0 && <p className="tabular-nums mt-2 mb-8 text-large text-soft">{categoryPage.count(categories.length)}</p>}
      {categories.length > 0 ? (
        <ul className="product-grid">
          {categories.map((category, index) => (
            <li key={category._id}>
              <CategoryTile category={category} index={index} />
            </li>
          ))}
        </ul>
      ) : (
        <Notice illustration={<ShelfIllustration />} title={categoryPage.none} actions={<LinkButton to="/">{spec.backHome}</LinkButton>}>
          {categoryPage.noneHint}
        </Notice>
      )}
    </div>
  );
}
