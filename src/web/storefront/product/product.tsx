/** A product's page: image, price, stock, description, and similar products. */

import { lazy, Suspense, useRef, useState } from 'react';
import { data, type MetaFunction, redirect, type ShouldRevalidateFunction, useLoaderData } from 'react-router';
import { type DetailedProduct, listSimilarProducts, type Product, readProduct } from '../../../contract/product.ts';
import { findPromise } from '../../../contract/stock-promise.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { EXCERPT_LENGTH } from '../../constants.ts';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { createClientLoader, createServerLoader, type LoadArgs, redirectMoved, toPageStatus } from '../../page-loader.ts';
import { nav } from '../../shared/messages/common.ts';
import { product as words } from '../../shared/messages/home.ts';
import { orderWords } from '../../shared/messages/order-words.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import { createMeta, createTitleMeta } from '../../shared/meta.ts';
import { Price, StockLabel } from '../../shared/products/price.tsx';
import { Breadcrumbs, ProductLayout, ProductName, toCrumbs } from '../../shared/products/product-layout.tsx';
import { WithdrawalNotice } from '../../shared/products/withdrawal-notice.tsx';
import { listCategoryPath, useShop } from '../../shared/shop-data.ts';
import { type ProductPageData, takePrefetchedProduct } from '../../state/prefetch.ts';
import { addToCartWithToast } from '../cart/add-to-cart-with-toast.ts';
import { createBreadcrumbJsonLd, createProductJsonLd, createProductTags, listCategoryCrumbs } from '../json-ld.ts';
import { ProductCard, useImageTransitionStyle } from '../product-list/product-card.tsx';
import { AddToCart, StickyAddToCart } from './add-to-cart.tsx';
import { BundleParts } from './bundle-parts.tsx';
import { ImageGallery } from './image-gallery.tsx';
import { BrandLink, Description, ProductDetails, Specifications } from './product-details.tsx';
import { ProductSafety } from './product-safety.tsx';
import { findChosen, readVariantId, useVariantChoice, VARIANT_PARAM } from './use-variant-choice.ts';
import { takeShown, type VariantSummary } from './variant-combinations.ts';
import { VariantPicker } from './variant-picker.tsx';

const AgeCheck = lazy(async () => ({ default: (await import('./age-check.tsx')).AgeCheck }));

function SimilarProducts({ products }: { products: Product[] }) {
  return (
    <section className="mt-16">
      <h2 className="mb-5 text-title">{productPage.similar}</h2>
      {products.length > 0 ? (
        <div className="product-grid">
          {products.map((product) => (
            <ProductCard key={product._id} product={product} excerptLength={EXCERPT_LENGTH.category} detailsLabel={words.details} />
          ))}
        </div>
      ) : (
        <p className="text-soft">{spec.noSimilar}</p>
      )}
    </section>
  );
}

/** Similar products are optional: if they fail, the page is shown without them. */
async function fetchSimilarProducts(api: Api, { _id: productId, category: categoryId }: Product): Promise<Product[]> {
  try {
    return await api(listSimilarProducts, { params: { productId, categoryId } });
  } catch (error) {
    console.error(error);
    return [];
  }
}

async function fetchProduct(api: Api, slug: string): Promise<DetailedProduct> {
  try {
    const { product } = await api(readProduct, { params: { slug } });
    if (product[0]) return product[0];
  } catch (error) {
    if (!isInvalidOrNotFound(error)) throw error;
    throw data(null, { status: toPageStatus(error) });
  }
  throw data(null, { status: 404 });
}

/** Titles, the cart and structured data have the plain text; the page shows the elements. */
const toPageData = ({ product, similar }: ProductPageData): ProductPageData => ({
  product: { ...product, description: product.descriptionText ?? product.description },
  similar,
});

/** `summary`: with many variants the page comes without most of them. */
interface ShownPageData extends ProductPageData {
  summary: VariantSummary | null;
}

const load = async (api: Api, { params, url }: LoadArgs): Promise<ProductPageData> => {
  const slug = params.slug ?? '';
  const product = await fetchProduct(api, slug);
  if (product.slug !== slug) throw redirectMoved(`/product/${product.slug}`, url);
  return toPageData({ product, similar: await fetchSimilarProducts(api, product) });
};

export const loader = createServerLoader(async (api, args): Promise<ShownPageData> => {
  const pageData = await load(api, args);
  const { product } = pageData;
  const { searchParams } = args.url;
  const linkedId = readVariantId(searchParams);
  const chosen = linkedId ? null : findChosen(product, searchParams);
  if (chosen) throw redirect(`/product/${product.slug}?${VARIANT_PARAM}=${chosen._id}`, { headers: { 'cache-control': 'no-cache' } });
  return { ...pageData, ...takeShown(product, linkedId) };
});
/** Uses the prefetched product if the pointer rested on the link. */
export const clientLoader = createClientLoader(async (api, args) => {
  const prefetched = await takePrefetchedProduct(args.params.slug ?? '');
  return { ...(prefetched ? toPageData(prefetched) : await load(api, args)), summary: null };
});

/** Choosing a variant changes only the URL. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search ? defaultShouldRevalidate : false;

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  if (!loaderData) return createTitleMeta(spec.pageNotFound)({ matches });
  const { product, summary } = loaderData;
  const path = `/product/${product.slug}`;
  return [
    ...createMeta(matches, {
      title: product.seoTitle ?? product.name,
      description: product.seoDescription ?? product.description,
      path,
      images: product.images,
      jsonLd: [
        createProductJsonLd(matches, product, summary?.count),
        createBreadcrumbJsonLd(matches, [...listCategoryCrumbs(matches, product.category), { name: product.name, path }]),
      ],
    }),
    ...createProductTags(matches, product, location.search),
  ];
};

export default function ProductPage() {
  const pageData = useLoaderData<typeof loader>();
  return <ProductContent key={pageData.product._id} {...pageData} />;
}

/** A variant's image, which is one of the product's. */
const putFirst = (images: DetailedProduct['images'], url: string) => [
  ...images.filter((it) => it.url === url),
  ...images.filter((it) => it.url !== url),
];

function ProductContent({ product, similar, summary }: ShownPageData) {
  const { images } = product;
  const path = listCategoryPath(useShop().categories, product.category);
  const addToCartRef = useRef<HTMLDivElement>(null);
  const choice = useVariantChoice(product, summary);
  const item = choice.item ?? product;
  const [wanted, setCount] = useState(1);
  // Another variant may have less stock.
  const count = Math.max(1, Math.min(wanted, item.quantity));
  const years = product.minimumAge;
  const isHydrated = useHydrated();
  const [isOldEnough, setIsOldEnough] = useState(!years);
  const [isAsking, setIsAsking] = useState(false);
  const ask = choice.item ? (isOldEnough ? undefined : () => setIsAsking(true)) : choice.ask;
  const purchase = { product: item, ask, isUnsold: choice.isUnsold, count, anchor: addToCartRef };
  return (
    <div className="page pt-4">
      <ProductLayout
        breadcrumbs={<Breadcrumbs items={[{ name: nav.home, to: '/' }, ...toCrumbs(path), { name: product.name }]} />}
        image={<ImageGallery key={item.image} images={putFirst(images, item.image)} style={useImageTransitionStyle(product)} />}
      >
        <BrandLink of={product} />
        <ProductName name={product.name} />
        <p className="tabular-nums mt-3 text-head font-[620] tracking-[-0.02em]">
          <Price product={item} />
        </p>
        <StockLabel product={choice.isUnsold ? { quantity: 0 } : item} promise={findPromise(item.stock, count)} className="mt-2" />
        <VariantPicker choice={choice} />
        <AddToCart {...purchase} onCount={setCount} />
        {years && <p className="mt-3 text-small font-[560] text-caution">{orderWords.minimumAge(years)}</p>}
        {years && isHydrated && (
          <Suspense>
            <AgeCheck
              years={years}
              isAsking={isAsking}
              close={() => setIsAsking(false)}
              onConfirmed={(isAsked) => {
                setIsOldEnough(true);
                setIsAsking(false);
                if (isAsked) addToCartWithToast(item, count);
              }}
            />
          </Suspense>
        )}
        <WithdrawalNotice exception={product.withdrawalException} className="mt-3" />
        <BundleParts parts={product.parts} price={product.price} />
        <Description product={product} />
        <Specifications product={product} variantId={choice.item?.variant} />
        <ProductDetails product={item} category={path.at(-1)} of={product} />
        <ProductSafety product={product} />
      </ProductLayout>
      <SimilarProducts products={similar} />
      <StickyAddToCart {...purchase} />
    </div>
  );
}
