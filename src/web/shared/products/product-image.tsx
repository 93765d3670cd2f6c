/** Images of products and of categories. */
import { IMAGE_WIDTHS } from '../../../contract/limits.ts';
import { ImageWithFallback } from '../../kit/image.tsx';
import { Link } from '../../kit/link.tsx';
import { listing } from '../messages/home.ts';
import type { ShopCategory } from '../shop-data.ts';

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

interface ProductImageProps {
  /** A product's `image` URL, ending in `-640.webp`. */
  image: string;
  alt: string;
  /** CSS `sizes`. */
  sizes: string;
  isEager?: boolean;
  isPriority?: boolean;
  onError?: () => void;
  className?: string;
}

/** CSS `sizes` for each place, kept short since a page repeats them. The first width applies from the page's maximum width on. */
export const IMAGE_SIZES = {
  /** A card in a full-width row of four. */
  card: '(width>=73.5rem) 269px,(width>=64rem) calc(25vw - 25px),(width>=40rem) calc((100vw - 80px)/3),calc(50vw - 28px)',
  /** A card beside the filter panel. */
  cardWithSidebar: '(width>=73.5rem) 200px,(width>=64rem) calc(25vw - 94px),(width>=40rem) calc((100vw - 80px)/3),calc(50vw - 28px)',
  /** The main image of a product's page. */
  product: '(width>=73.5rem) 557px,(width>=64rem) calc((100vw - 104px)*0.52),(width>=43.75rem) calc(50vw - 36px),calc(100vw - 40px)',
  thumbnail: '48px',
  /** Below the main image. */
  galleryThumbnail: '56px',
} as const;

/** In pixels. The smallest file is nearly three times as wide. */
const THUMBNAIL_MAX_WIDTH = 56;

/** An uploaded image of this shop, on its own host or the image host. Its files differ only in their width. */
const LOCAL_UPLOAD = /^((?:https?:\/\/[^/]+)?\/uploads\/.*)-\d+\.webp$/;

/** A card is at most 315 pixels wide, so that no screen asks for its widest file. */
const listWidths = (sizes: string) => (sizes === IMAGE_SIZES.product ? IMAGE_WIDTHS : IMAGE_WIDTHS.slice(0, -1));

const buildFileUrl = (file: string, width: number) => `${file}-${width}.webp`;

/** The same image at another width, if it is an upload of this shop. */
export function imageUrlForWidth(image: string, width: number): string {
  const file = LOCAL_UPLOAD.exec(image)?.[1];
  return file ? buildFileUrl(file, width) : image;
}

export function ProductImage({ image, sizes, ...rest }: ProductImageProps) {
  const file = LOCAL_UPLOAD.exec(image)?.[1];
  // The smallest file is sharp enough on every screen, so a `srcset` would only add bytes.
  const isThumbnail = file !== undefined && /^\d+px$/.test(sizes) && Number.parseInt(sizes, 10) <= THUMBNAIL_MAX_WIDTH;
  const srcSet = isThumbnail
    ? undefined
    : file &&
      listWidths(sizes)
        .map((width) => `${buildFileUrl(file, width)} ${width}w`)
        .join(',');
  return (
    <ImageWithFallback
      key={image}
      {...rest}
      src={isThumbnail ? buildFileUrl(file, IMAGE_WIDTHS[0]) : image}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      size={640}
    />
  );
}
