/** The official notice of the legal guarantee of conformity, and what it means. */
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { nameCountry } from '../../../contract/countries.ts';
import { GUARANTEE_YEARS, LONGER_GUARANTEES, type NoticeFile, readLegalGuarantee } from '../../../contract/legal-guarantee.ts';
import { GUARANTEE_SLUG, GUARANTEE_TITLE } from '../../../contract/shop-pages.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { createClientLoader, createServerLoader, toPageStatus } from '../../page-loader.ts';
import { createMeta, createTitleMeta } from '../../shared/meta.ts';
import { legalGuarantee as words } from './messages.ts';

const load = async (api: Api) =>
  api(readLegalGuarantee, {}).catch((error: unknown) => {
    if (!isInvalidOrNotFound(error)) throw error;
    throw data(null, { status: toPageStatus(error) });
  });

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData
    ? createMeta(matches, { title: GUARANTEE_TITLE, description: words.intro, path: `/pages/${GUARANTEE_SLUG}` })
    : createTitleMeta()({ matches });

const IS_IMAGE = /\.(png|jpe?g|webp)$/i;
const LINK = 'inline-flex min-h-8 items-center text-accent underline underline-offset-4';

const nameLanguage = (code: string): string => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

/** As it was uploaded: nothing is drawn over it, and its proportions stay. */
function Notice({ file: { language, url } }: { file: NoticeFile }) {
  const name = words.notice(nameLanguage(language));
  return IS_IMAGE.test(url) ? (
    <a href={url} target="_blank" rel="noopener" className="block max-w-text">
      <img src={url} alt={name} lang={language} className="h-auto w-full rounded-control bg-white" />
    </a>
  ) : (
    <a href={url} target="_blank" rel="noopener" className={LINK}>
      {name}
    </a>
  );
}

export default function LegalGuaranteePage() {
  const { files } = useLoaderData<typeof loader>();
  const [first, ...others] = files;
  return (
    <article className="page pt-10">
      <h1 className="text-display">{GUARANTEE_TITLE}</h1>
      {first && (
        <div className="mt-6">
          <Notice file={first} />
        </div>
      )}
      {others.length > 0 && (
        <nav aria-label={words.languages} className="mt-3 flex flex-wrap gap-x-5">
          {others.map(({ language, url }) => (
            <a key={language} href={url} target="_blank" rel="noopener" lang={language} className={LINK}>
              {nameLanguage(language)}
            </a>
          ))}
        </nav>
      )}
      <div className="mt-6 grid max-w-text gap-3">
        <p>{words.intro}</p>
        <p>
          {[
            words.years(GUARANTEE_YEARS),
            ...LONGER_GUARANTEES.map(({ country, years }) => words.longer(nameCountry(country), years)),
            words.more,
          ].join(' ')}
        </p>
        <p>{words.rights}</p>
        <p>{words.besides}</p>
      </div>
    </article>
  );
}
