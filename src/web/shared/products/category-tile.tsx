import { Link } from '../../kit/link.tsx';
import type { ShopCategory } from '../../state/categories.ts';
import { listing } from '../messages/home.ts';
import { IMAGE_SIZES, ProductImage } from './product-image.tsx';

/** A small image of a category, its name and how many products are in it, for a link to it. */
export function CategorySummary({ category }: { category: ShopCategory }) {
  return (
    <>
      <ProductImage image={category.image ?? ''} alt="" sizes={IMAGE_SIZES.thumbnail} />
      <bdi>{category.name}</bdi>
      <span>{listing.count(category.count)}</span>
    </>
  );
}

/** A category as a small image with its name beside it, for a row. */
export function CategoryChip({ category }: { category: ShopCategory }) {
  return (
    <Link to={`/category/${category.slug}`}>
      <CategorySummary category={category} />
    </Link>
  );
}

/** A category as a large image with its name below, for a grid. */
export function CategoryTile({ category, index }: { category: ShopCategory; index: number }) {
  return (
    <Link to={`/category/${category.slug}`} className="group block rounded-card">
      <span className="block overflow-hidden rounded-card">
        <ProductImage
          image={category.image ?? ''}
          alt=""
          sizes={IMAGE_SIZES.card}
          isEager={index < 4}
          isPriority={index < 2}
          className="transition-transform duration-300 group-hover:scale-[1.025]"
        />
      </span>
      <span dir="auto" className="mt-3 line-clamp-2 text-large font-[600] tracking-[-0.01em] group-hover:text-accent">
        {category.name}
      </span>
      <span className="tabular-nums block text-small text-soft">{listing.count(category.count)}</span>
    </Link>
  );
}
