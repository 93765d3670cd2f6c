/** The head of a category's or a collection's page: its name and number of products, with its text below and its image beside them, if it has these. */
import type { ReactNode } from 'react';
import { listing as words } from '../../shared/messages/home.ts';
import { ProductImage } from '../../shared/products/product-image.tsx';
import type { Listing } from './product-list.tsx';

const BANNER_SIZES = '(min-width: 52rem) 36rem, calc(100vw - 40px)';

interface ListHeaderProps {
  title: string;
  listing: Pick<Listing, 'total' | 'isAbout'>;
  image: { url: string; alt: string } | null;
  /** The text; `false` or empty: none. */
  children: ReactNode;
}

export function ListHeader({ title, listing, image, children }: ListHeaderProps) {
  return (
    <div className="mt-4 mb-1 flex flex-col-reverse gap-x-8 gap-y-4 md:flex-row md:items-center">
      <div className="min-w-0 grow">
        <h1 className="flex flex-wrap items-baseline gap-x-3 text-display last:mb-5">
          <bdi>{title}</bdi>{' '}
          <span className="tabular-nums text-large font-normal tracking-normal text-soft">
            {words.count(listing.total, listing.isAbout)}
          </span>
        </h1>
        {children}
      </div>
      {image && (
        <div className="shrink-0 md:mb-4 md:w-1/2">
          <ProductImage
            image={image.url}
            alt={image.alt}
            sizes={BANNER_SIZES}
            isPriority
            className="aspect-5/2! rounded-card object-cover"
          />
        </div>
      )}
    </div>
  );
}
