/** About, contact and privacy policy, whose texts are settings, and the pages that a merchant adds. */
import { lazy, Suspense } from 'react';
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { type ContentPageName, readContentPage, readPage } from '../../../contract/page.ts';
import { readSettings } from '../../../contract/settings.ts';
import { WITHDRAWAL_SLUG, WITHDRAWAL_TITLE } from '../../../contract/withdrawal-fields.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { Link } from '../../kit/link.tsx';
import { createClientLoader, createServerLoader, type LoadArgs, redirectMoved, toPageStatus } from '../../page-loader.ts';
import { nav } from '../../shared/messages/common.ts';
import { contentPage } from '../../shared/messages/storefront.ts';
import { createMeta, createTitleMeta } from '../../shared/meta.ts';
import { RichText } from '../../shared/rich-text.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { ContactDetails } from '../../shared/site-layout/footer.tsx';
import { useSession } from '../../state/session.ts';

/** Only in a shop that has it: no page of a merchant's costs a byte more. */
const Withdrawal = lazy(async () => ({ default: (await import('../withdrawal/withdrawal-form.tsx')).Withdrawal }));

const CONTENT_PAGE_NAMES: readonly ContentPageName[] = ['about', 'contact', 'policy'];

async function loadContentPage(api: Api, url: URL) {
  // Paths are case-insensitive: the specification links to /About.
  const name = CONTENT_PAGE_NAMES.find((it) => `/${it}` === url.pathname.toLowerCase().replace(/\/$/, ''));
  if (!name) throw data(null, { status: 404 });
  const { content, description, isDraft = false } = await api(readContentPage, { params: { name } });
  return { name, title: nav[name], path: `/${name}`, content, description, isDraft, isWithdrawal: false };
}

/** The page by which customers withdraw from an order; null: the shop hasn't the function. */
async function loadWithdrawal(api: Api) {
  const { settings } = await api(readSettings, {});
  if (!settings.shop.withdrawalDays) return null;
  const path = `/pages/${WITHDRAWAL_SLUG}`;
  return { name: null, title: WITHDRAWAL_TITLE, path, content: [], description: '', isDraft: false, isWithdrawal: true };
}

const load = async (api: Api, { params: { slug }, url }: LoadArgs) => {
  if (slug === undefined) return loadContentPage(api, url);
  const withdrawal = slug === WITHDRAWAL_SLUG ? await loadWithdrawal(api) : null;
  if (withdrawal) return withdrawal;
  const { page } = await api(readPage, { params: { slug } }).catch((error: unknown) => {
    if (!isInvalidOrNotFound(error)) throw error;
    throw data(null, { status: toPageStatus(error) });
  });
  const path = `/pages/${page.slug}`;
  if (page.slug !== slug) throw redirectMoved(path, url);
  const { title, content, description } = page;
  return { name: null, title, path, content, description, isDraft: false, isWithdrawal: false };
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData ? createMeta(matches, loaderData) : createTitleMeta()({ matches });

export default function ContentPage() {
  const { isWithdrawal } = useLoaderData<typeof loader>();
  return isWithdrawal ? <WithdrawalPage /> : <TextPage />;
}

/** The link of an email is behind the #, which the server doesn't know. */
function WithdrawalPage() {
  const isHydrated = useHydrated();
  return (
    // At least as tall as the window, so that nothing jumps when the form arrives.
    <div className="page min-h-dvh pt-10">
      <h1 className="text-display">{WITHDRAWAL_TITLE}</h1>
      <p className="mt-3 max-w-text text-soft">{contentPage.withdrawal}</p>
      {isHydrated && (
        <Suspense>
          <Withdrawal />
        </Suspense>
      )}
    </div>
  );
}

function TextPage() {
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
