/** One product: what it is, what it costs, how many are left, and what is like it. */
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { listSimilarProducts, type Product, readProduct } from '../../../contract/product.ts';
import { type Api, isApiError } from '../../api.ts';
import { ProductPicture } from '../../components/product-picture.tsx';
import { StockNote } from '../../components/stock-note.tsx';
import { Trail } from '../../components/trail.tsx';
import { useShop } from '../../components/use-shop.ts';
import { formatPrice } from '../../format.ts';
import { headOf, productData, trailData } from '../../head.ts';
import { inBrowser, type LoadArgs, onServer } from '../../load.ts';
import { titleOf } from '../../messages.store.ts';
import { nav, spec, product as words } from '../../messages.ts';
import { Buy } from './product/buy.tsx';
import { Facts } from './product/facts.tsx';
import { Similar } from './product/similar.tsx';

/** Those beside it are a courtesy: without them the page is still the page. */
async function findSimilar(api: Api, { _id: productId, category: categoryId }: Product): Promise<Product[]> {
  try {
    return await api(listSimilarProducts, { params: { productId, categoryId } });
  } catch (error) {
    console.error(error);
    return [];
  }
}

async function findProduct(api: Api, slug: string): Promise<Product> {
  try {
    const { product } = await api(readProduct, { params: { slug } });
    if (product[0]) return product[0];
  } catch (error) {
    if (!isApiError(error) || (error.status !== 404 && error.status !== 400)) throw error;
  }
  throw data(null, { status: 404 });
}

const load = async (api: Api, { params }: LoadArgs) => {
  const product = await findProduct(api, params.slug ?? '');
  return { product, similar: await findSimilar(api, product) };
};

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: titleOf(spec.pageNotFound) }];
  const { product } = loaderData;
  return headOf(matches, {
    title: titleOf(product.name),
    description: product.description,
    path: `/product/${product.slug}`,
    image: product.image,
    data: [productData(matches, product), trailData(matches, product.category, product)],
  });
};

export default function ProductPage() {
  const { product, similar } = useLoaderData<typeof loader>();
  const category = useShop().categories.find((it) => it._id === product.category);
  return (
    <div className="page pt-4">
      <Trail
        steps={[
          { name: nav.home, to: '/' },
          ...(category ? [{ name: category.name, to: `/category/${category.slug}` }] : []),
          { name: product.name },
        ]}
      />
      <div className="mt-3 grid gap-8 md:grid-cols-2 lg:grid-cols-[1.08fr_1fr] lg:gap-16">
        <div className="overflow-hidden rounded-picture md:self-start">
          <ProductPicture
            image={product.image}
            alt={product.name}
            sizes="(min-width: 64rem) 577px, (min-width: 52rem) 46vw, 92vw"
            isEager
          />
        </div>
        <div className="min-w-0">
          <h1 className="text-display">{product.name}</h1>
          <p className="figures mt-3 text-head font-[620] tracking-[-0.02em]">{formatPrice(product.price)}</p>
          <StockNote quantity={product.quantity} className="mt-2" />
          <Buy key={product._id} product={product} />
          <section className="mt-8 border-t border-line pt-6">
            <h2 className="text-base font-[600] tracking-normal">{words.description}</h2>
            <div className="mt-2 grid gap-3 text-soft">
              {product.description
                .split(/\r?\n\s*\n/)
                .filter((it) => it.trim())
                .map((paragraph, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no name and never move
                  <p key={index} className="whitespace-pre-line">
                    {paragraph}
                  </p>
                ))}
            </div>
          </section>
          <Facts product={product} category={category} />
        </div>
      </div>
      <Similar products={similar} />
    </div>
  );
}
