import type { DetailedProduct } from '../../../contract/product.ts';
import { productPage as words } from '../../shared/messages/storefront.ts';

/** What the merchant says of the product besides its description, in the merchant's order. */
export function ProductAttributes({ attributes }: Pick<DetailedProduct, 'attributes'>) {
  if (!attributes.length) return null;
  return (
    <section className="mt-6 border-t border-line pt-6">
      <h2 className="text-base font-[600] tracking-normal">{words.attributes}</h2>
      <dl className="mt-2 grid grid-cols-[2fr_3fr] gap-x-6 gap-y-2">
        {attributes.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the list never changes
          <div key={index} className="contents">
            <dt dir="auto" className="min-w-0 text-left text-soft">
              {name}
            </dt>
            <dd dir="auto" className="min-w-0 text-left">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
