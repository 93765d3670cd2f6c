/** All categories, at /categories and at /category. */
import { type MetaFunction, useLoaderData } from 'react-router';
import type { Api } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { ShelfIllustration } from '../../kit/illustrations.tsx';
import { Notice } from '../../kit/notice.tsx';
import { createClientLoader, createServerLoader } from '../../page-loader.ts';
import { nav } from '../../shared/messages/common.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { categoryPage } from '../../shared/messages/storefront.ts';
import { createMeta } from '../../shared/meta.ts';
import { CategoryTile } from '../../shared/products/product-image.tsx';
import { listCategoryPath, loadCategories } from '../../shared/shop-data.ts';
import { CategoryLinks } from '../product-list/facet-filter.tsx';

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
          {categories
            .filter((it) => !it.parent)
            .map((category, index) => (
              <li key={category._id}>
                <CategoryTile category={category} index={index} />
                <CategoryLinks
                  label={categoryPage.below(category.name)}
                  categories={categories.filter((it) => listCategoryPath(categories, it.parent).includes(category))}
                  className="mt-3"
                />
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
