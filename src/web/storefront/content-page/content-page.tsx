/** About, contact and privacy policy, whose texts are settings, and the pages that a merchant adds. */
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { type ContentPageName, readContentPage, readPage } from '../../../contract/page.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { Link } from '../../kit/link.tsx';
import { createClientLoader, createServerLoader, type LoadArgs, redirectMoved, toPageStatus } from '../../page-loader.ts';
import { nav } from '../../shared/messages/common.ts';
import { contentPage } from '../../shared/messages/storefront.ts';
import { createMeta, createTitleMeta } from '../../shared/meta.ts';
import { RichText } from '../../shared/rich-text.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { ContactDetails } from '../../shared/site-layout/footer.tsx';
import { useSession } from '../../state/session.ts';

const CONTENT_PAGE_NAMES: readonly ContentPageName[] = ['about', 'contact', 'policy'];

async function loadContentPage(api: Api, url: URL) {
  // Paths are case-insensitive: the specification links to /About.
  const name = CONTENT_PAGE_NAMES.find((it) => `/${it}` === url.pathname.toLowerCase().replace(/\/$/, ''));
  if (!name) throw data(null, { status: 404 });
  const { content, description, isDraft = false } = await api(readContentPage, { params: { name } });
  return { name, title: nav[name], path: `/${name}`, content, description, isDraft };
}

const load = async (api: Api, { params: { slug }, url }: LoadArgs) => {
  if (slug === undefined) return loadContentPage(api, url);
  const { page } = await api(readPage, { params: { slug } }).catch((error: unknown) => {
    if (!isInvalidOrNotFound(error)) throw error;
    throw data(null, { status: toPageStatus(error) });
  });
  const path = `/pages/${page.slug}`;
  if (page.slug !== slug) throw redirectMoved(path, url);
  const { title, content, description } = page;
  return { name: null, title, path, content, description, isDraft: false };
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData ? createMeta(matches, loaderData) : createTitleMeta()({ matches });

export default function ContentPage() {
  const { name, title, content, isDraft } = useLoaderData<typeof loader>();
  const { shop } = useShop().settings;
  const isAdmin = useSession()?.user.role === 1;
  return (
    <article className="page pt-10">
      <div className="max-w-text">
        <h1 className="text-display wrap-anywhere">{title}</h1>
        <RichText content={content} />
        {name === 'contact' && <ContactDetails shop={shop} className="mt-8 text-large" />}
        {isAdmin && isDraft && <p className="mt-8 text-small text-caution">{contentPage.draft}</p>}
        {isAdmin && (
          <Link
            to={name ? `/dashboard/admin/pages/legal#${name}` : '/dashboard/admin/pages'}
            className="mt-8 inline-flex min-h-10 items-center text-small text-accent hover:underline"
          >
            {contentPage.edit}
          </Link>
        )}
      </div>
    </article>
  );
}
