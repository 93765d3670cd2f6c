/** About, contact and privacy policy. An admin edits their text in the settings. */
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { type ContentPageName, readContentPage } from '../../../contract/content.ts';
import type { Api } from '../../api.ts';
import { ContactDetails } from '../../components/contact-details.tsx';
import { useShop } from '../../hooks/use-shop.ts';
import { nav } from '../../messages/navigation.ts';
import { contentPage } from '../../messages/storefront.ts';
import { createMeta, createTitleMeta } from '../../meta.ts';
import { createClientLoader, createServerLoader, type LoadArgs } from '../../page-loader.ts';
import { useSession } from '../../state/session.ts';
import { Link } from '../../ui/link.tsx';

const CONTENT_PAGE_NAMES: readonly ContentPageName[] = ['about', 'contact', 'policy'];

const load = async (api: Api, { url }: LoadArgs) => {
  // Paths are case-insensitive: the specification links to /About.
  const name = CONTENT_PAGE_NAMES.find((it) => `/${it}` === url.pathname.toLowerCase().replace(/\/$/, ''));
  if (!name) throw data(null, { status: 404 });
  const { text } = await api(readContentPage, { params: { name } });
  return { name, text };
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return createTitleMeta()({ matches });
  const { name, text } = loaderData;
  return createMeta(matches, { title: nav[name], description: text.replace(/^## .*$/gm, '').trim(), path: `/${name}` });
};

export default function ContentPage() {
  const { name, text } = useLoaderData<typeof loader>();
  const { shop } = useShop().settings;
  const isAdmin = useSession()?.user.role === 1;
  return (
    <article className="page pt-10">
      <div className="max-w-text">
        <h1 className="text-display">{nav[name]}</h1>
        <div className="mt-6 grid gap-4 text-large">
          <Blocks text={text} />
        </div>
        {name === 'contact' && <ContactDetails shop={shop} className="mt-8 text-large" />}
        {isAdmin && (
          <Link to="/dashboard/admin/settings" className="mt-8 inline-flex min-h-10 items-center text-small text-accent hover:underline">
            {contentPage.edit}
          </Link>
        )}
      </div>
    </article>
  );
}

/** Empty lines separate paragraphs; a line that starts with `## ` is a heading. */
function Blocks({ text }: { text: string }) {
  const blocks = text
    .split(/\r?\n\s*\n|\r?\n(?=## )|(?<=^## .*)\r?\n/m)
    .map((block) => block.trim())
    .filter(Boolean);
  return blocks.map((block, index) => {
    const key = `${index}-${block.slice(0, 20)}`;
    if (block.startsWith('## ')) {
      return (
        <h2 key={key} className="mt-4 text-title">
          {block.slice(3)}
        </h2>
      );
    }
    return (
      <p key={key} className="whitespace-pre-line text-soft">
        {block}
      </p>
    );
  });
}
