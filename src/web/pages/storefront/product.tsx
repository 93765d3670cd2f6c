/** A product's page: image, price, stock, description, and similar products. */
import { useRef, useState } from 'react';
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { listSimilarProducts, type Product, readProduct } from '../../../contract/product.ts';
import { type Api, isApiError } from '../../api.ts';
import { Breadcrumbs } from '../../components/breadcrumbs.tsx';
import { ProductLayout, ProductName } from '../../components/product-layout.tsx';
import { useImageTransitionStyle } from '../../components/product-link.ts';
import { StockLabel } from '../../components/stock-label.tsx';
import { formatPrice } from '../../format.ts';
import { useShop } from '../../hooks/use-shop.ts';
import { nav } from '../../messages/navigation.ts';
import { spec } from '../../messages/specification.ts';
import { createBreadcrumbJsonLd, createMeta, createProductJsonLd, formatPageTitle } from '../../meta.ts';
import { createClientLoader, createServerLoader, type LoadArgs } from '../../page-loader.ts';
import { type ProductPageData, takePrefetchedProduct } from '../../state/prefetch.ts';
import { AddToCart } from './product/add-to-cart.tsx';
import { Description } from './product/description.tsx';
import { ProductDetails } from './product/product-details.tsx';
import { SimilarProducts } from './product/similar-products.tsx';
import { StickyAddToCart } from './product/sticky-add-to-cart.tsx';
import { ZoomableImage } from './product/zoomable-image.tsx';

/** Similar products are optional: if they fail, the page is shown without them. */
async function fetchSimilarProducts(api: Api, { _id: productId, category: categoryId }: Product): Promise<Product[]> {
  try {
    return await api(listSimilarProducts, { params: { productId, categoryId } });
  } catch (error) {
    console.error(error);
    return [];
  }
}

async function fetchProduct(api: Api, slug: string): Promise<Product> {
  try {
    const { product } = await api(readProduct, { params: { slug } });
    if (product[0]) return product[0];
  } catch (error) {
    if (!isApiError(error) || (error.status !== 404 && error.status !== 400)) throw error;
  }
  throw data(null, { status: 404 });
}

const load = async (api: Api, { params }: LoadArgs): Promise<ProductPageData> => {
  const product = await fetchProduct(api, params.slug ?? '');
  return { product, similar: await fetchSimilarProducts(api, product) };
};

export const loader = createServerLoader(load);
/** Uses the prefetched product if the pointer rested on the link. */
export const clientLoader = createClientLoader(
  async (api, args) => (await takePrefetchedProduct(args.params.slug ?? '')) ?? load(api, args),
);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: formatPageTitle(spec.pageNotFound) }];
  const { product } = loaderData;
  return createMeta(matches, {
    title: formatPageTitle(product.name),
    description: product.description,
    path: `/product/${product.slug}`,
    image: product.image,
    jsonLd: [createProductJsonLd(matches, product), createBreadcrumbJsonLd(matches, product.category, product)],
  });
};

export default function ProductPage() {
  const { product, similar } = useLoaderData<typeof loader>();
  return <ProductContent key={product._id} product={product} similar={similar} />;
}

function ProductContent({ product, similar }: ProductPageData) {
  const category = useShop().categories.find((it) => it._id === product.category);
  const [count, setCount] = useState(1);
  const addToCartRef = useRef<HTMLDivElement>(null);
  return (
    <div className="page pt-4">
      <ProductLayout
        breadcrumbs={
          <Breadcrumbs
            items={[
              { name: nav.home, to: '/' },
              ...(category ? [{ name: category.name, to: `/category/${category.slug}` }] : []),
              { name: product.name },
            ]}
          />
        }
        image={<ZoomableImage product={product} />}
        imageStyle={useImageTransitionStyle(product)}
      >
        <ProductName name={product.name} />
        <p className="tabular-nums mt-3 text-head font-[620] tracking-[-0.02em]">{formatPrice(product.price)}</p>
        <StockLabel quantity={product.quantity} className="mt-2" />
        <AddToCart product={product} count={count} onCount={setCount} anchor={addToCartRef} />
        <Description text={product.description} />
        <ProductDetails product={product} category={category} />
      </ProductLayout>
      <SimilarProducts products={similar} />
      <StickyAddToCart product={product} count={count} anchor={addToCartRef} />
    </div>
  );
}
