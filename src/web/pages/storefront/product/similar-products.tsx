import type { Product } from '../../../../contract/product.ts';
import { ProductCard } from '../../../components/product-card.tsx';
import { EXCERPT_LENGTH } from '../../../constants.ts';
import { product as words } from '../../../messages/home.ts';
import { spec } from '../../../messages/specification.ts';
import { productPage } from '../../../messages/storefront.ts';

export function SimilarProducts({ products }: { products: Product[] }) {
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
