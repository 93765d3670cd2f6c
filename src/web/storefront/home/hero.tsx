import { HOME_CATEGORIES } from '../../constants.ts';
import { classNames } from '../../kit/class-names.ts';
import { Link } from '../../kit/link.tsx';
import { useShop } from '../../shared/hooks/use-shop.ts';
import { home } from '../../shared/messages/home.ts';
import { nav } from '../../shared/messages/navigation.ts';
import { CategoryChip } from '../../shared/products/category-tile.tsx';
import type { ShopCategory } from '../../state/categories.ts';

const allLink = 'min-h-8 items-center text-small text-soft hover:text-ink hover:underline';

/** The introduction with real numbers, and the categories: a scrolling row on narrow screens, a grid on wide ones. */
export function Hero({ categories }: { categories: ShopCategory[] }) {
  const { headline, name } = useShop().settings.shop;
  const count = categories.reduce((sum, category) => sum + category.count, 0);
  return (
    <div className="pt-10 pb-8 md:pt-12">
      <h1 dir="auto" className="text-display wrap-anywhere md:text-hero">
        {headline || name}
      </h1>
      <div className="mt-3 flex items-baseline justify-between gap-6">
        <p className="tabular-nums text-large text-soft">{count > 0 && home.lead(count, categories.length)}</p>
        {categories.length > 0 && (
          <Link to="/category" className={classNames(allLink, 'inline-flex shrink-0 max-lg:hidden')}>
            {nav.allCategories}
          </Link>
        )}
      </div>
      {categories.length > 0 && (
        <section aria-label={home.categories} className="mt-6">
          <ul className="category-list category-row">
            {categories.slice(0, HOME_CATEGORIES).map((category) => (
              <li key={category._id}>
                <CategoryChip category={category} />
              </li>
            ))}
            <li className="flex w-auto lg:hidden">
              <Link to="/category" className={classNames(allLink, 'flex rounded-card border border-line bg-raised px-5')}>
                {nav.allCategories}
              </Link>
            </li>
          </ul>
        </section>
      )}
    </div>
  );
}
