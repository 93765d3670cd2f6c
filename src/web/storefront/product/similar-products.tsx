import type { Product } from '../../../contract/product.ts';
import { EXCERPT_LENGTH } from '../../constants.ts';
import { product as words } from '../../shared/messages/home.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import { ProductCard } from '../product-list/product-card.tsx';

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
