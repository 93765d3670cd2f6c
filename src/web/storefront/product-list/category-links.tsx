import { HOME_CATEGORIES } from '../../constants.ts';
import { Link } from '../../kit/link.tsx';
import { useShop } from '../../shared/hooks/use-shop.ts';
import { home } from '../../shared/messages/home.ts';

/** Links to categories that have products, for pages with nothing else to show. */
export function CategoryLinks() {
  const nonEmpty = useShop().categories.filter((it) => it.count > 0);
  if (!nonEmpty.length) return null;
  return (
    <nav aria-label={home.categories} className="mx-auto max-w-text pb-14">
      <ul className="flex flex-wrap justify-center gap-2">
        {nonEmpty.slice(0, HOME_CATEGORIES).map(({ _id, slug, name }) => (
          <li key={_id} className="max-w-full">
            <Link
              to={`/category/${slug}`}
              className="inline-flex min-h-10 items-center rounded-full border border-line bg-raised px-4 hover:border-edge"
            >
              <bdi className="line-clamp-1">{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
