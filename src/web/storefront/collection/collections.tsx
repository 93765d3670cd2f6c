/** All published collections, at /collections. A shop without any has no such page, so that what other shops called so leads to its categories. */
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { type ListedPublicCollection, listCollections } from '../../../contract/collection.ts';
import type { Api } from '../../api.ts';
import { Link } from '../../kit/link.tsx';
import { createClientLoader, createServerLoader } from '../../page-loader.ts';
import { createMeta, createTitleMeta } from '../../shared/meta.ts';
import { IMAGE_SIZES, ProductImage } from '../../shared/products/product-image.tsx';
import { collectionPage as words } from './messages.ts';

const load = async (api: Api) => {
  const { collections } = await api(listCollections);
  if (!collections.length) throw data(null, { status: 404 });
  return collections;
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData
    ? createMeta(matches, { title: words.title, description: words.listMetaDescription(loaderData.length), path: '/collections' })
    : createTitleMeta()({ matches });

/** With its image, or without one by its title alone. */
function CollectionTile({ collection, index }: { collection: ListedPublicCollection; index: number }) {
  return (
    <Link to={`/collections/${collection.slug}`} className="group block rounded-card">
      <span className="flex aspect-square items-center justify-center overflow-hidden rounded-card bg-line/40">
        {collection.image ? (
          <ProductImage
            image={collection.image}
            alt=""
            sizes={IMAGE_SIZES.card}
            isEager={index < 4}
            isPriority={index < 2}
            className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.025]"
          />
        ) : (
          <span aria-hidden className="m-5 line-clamp-4 text-center text-title text-soft sm:text-head">
            {collection.title}
          </span>
        )}
      </span>
      <span dir="auto" className="mt-3 line-clamp-2 text-large font-[600] tracking-[-0.01em] group-hover:text-accent">
        {collection.title}
      </span>
    </Link>
  );
}

export default function CollectionsPage() {
  const collections = useLoaderData<typeof loader>();
  return (
    <div className="page pt-10">
      <h1 className="text-display">{words.title}</h1>
      <p className="tabular-nums mt-2 mb-8 text-large text-soft">{words.count(collections.length)}</p>
      <ul className="product-grid">
        {collections.map((collection, index) => (
          <li key={collection._id}>
            <CollectionTile collection={collection} index={index} />
          </li>
        ))}
      </ul>
    </div>
  );
}
