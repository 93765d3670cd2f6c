/** One product: what it is, what it costs, how many are left, and what is like it. */
import { useRef, useState } from 'react';
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { listSimilarProducts, type Product, readProduct } from '../../../contract/product.ts';
import { type Api, isApiError } from '../../api.ts';
import { ProductLayout, ProductName } from '../../components/product-layout.tsx';
import { usePictureStyle } from '../../components/product-link.ts';
import { StockNote } from '../../components/stock-note.tsx';
import { Trail } from '../../components/trail.tsx';
import { useShop } from '../../components/use-shop.ts';
import { formatPrice } from '../../format.ts';
import { headOf, productData, trailData } from '../../head.ts';
import { inBrowser, type LoadArgs, onServer } from '../../load.ts';
import { titleOf } from '../../messages.store.ts';
import { nav, spec } from '../../messages.ts';
import { type ProductView, takeAhead } from '../../state/ahead.ts';
import { Buy } from './product/buy.tsx';
import { BuyBar } from './product/buy-bar.tsx';
import { Description } from './product/description.tsx';
import { Facts } from './product/facts.tsx';
import { LargePicture } from './product/picture.tsx';
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

const load = async (api: Api, { params }: LoadArgs): Promise<ProductView> => {
  const product = await findProduct(api, params.slug ?? '');
  return { product, similar: await findSimilar(api, product) };
};

export const loader = onServer(load);
/** The pointer that rested on the link has asked already. */
export const clientLoader = inBrowser(async (api, args) => (await takeAhead(args.params.slug ?? '')) ?? load(api, args));

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
  return <Shown key={product._id} product={product} similar={similar} />;
}

function Shown({ product, similar }: ProductView) {
  const category = useShop().categories.find((it) => it._id === product.category);
  const [count, setCount] = useState(1);
  const buying = useRef<HTMLDivElement>(null);
  return (
    <div className="page pt-4">
      <ProductLayout
        trail={
          <Trail
            steps={[
              { name: nav.home, to: '/' },
              ...(category ? [{ name: category.name, to: `/category/${category.slug}` }] : []),
              { name: product.name },
            ]}
          />
        }
        picture={<LargePicture product={product} />}
        pictureStyle={usePictureStyle(product)}
      >
        <ProductName name={product.name} />
        <p className="figures mt-3 text-head font-[620] tracking-[-0.02em]">{formatPrice(product.price)}</p>
        <StockNote quantity={product.quantity} className="mt-2" />
        <Buy product={product} count={count} onCount={setCount} place={buying} />
        <Description text={product.description} />
        <Facts product={product} category={category} />
      </ProductLayout>
      <Similar products={similar} />
      <BuyBar product={product} count={count} place={buying} />
    </div>
  );
}
