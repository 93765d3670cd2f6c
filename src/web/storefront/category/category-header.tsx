/** A category's name and number of products, with its text below and its image beside them, where it has these. */
import type { DescribedCategory } from '../../../contract/category.ts';
import { listing as words } from '../../shared/messages/home.ts';
import { ProductImage } from '../../shared/products/product-image.tsx';
import type { Listing } from '../product-list/product-list.tsx';

const BANNER_SIZES = '(min-width: 52rem) 36rem, calc(100vw - 40px)';

export function CategoryHeader({
  category: { name, description, ownImage },
  listing,
}: {
  category: DescribedCategory;
  listing: Pick<Listing, 'total' | 'isAbout'>;
}) {
  return (
    <div className="mt-4 mb-1 flex flex-col-reverse gap-x-8 gap-y-4 md:flex-row md:items-center">
      <div className="min-w-0 grow">
        <h1 className="flex flex-wrap items-baseline gap-x-3 text-display">
          <bdi>{name}</bdi>{' '}
          <span className="tabular-nums text-large font-normal tracking-normal text-soft">
            {words.count(listing.total, listing.isAbout)}
          </span>
        </h1>
        {description && (
          <p dir="auto" className="mt-2 mb-5 max-w-text text-large whitespace-pre-line text-soft">
            {description}
          </p>
        )}
      </div>
      {ownImage && (
        <div className="shrink-0 md:mb-4 md:w-1/2">
          <ProductImage
            image={ownImage.url}
            alt={ownImage.alt}
            sizes={BANNER_SIZES}
            isPriority
            className="aspect-5/2! rounded-card object-cover"
          />
        </div>
      )}
    </div>
  );
}
