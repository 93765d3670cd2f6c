/** Who made a product and answers for its safety, its warnings, and its maker's guarantee that it lasts. */
import type { ReactNode } from 'react';
import { nameCountry } from '../../../contract/countries.ts';
import type { DetailedProduct } from '../../../contract/product.ts';
import type { ShownContact } from '../../../contract/safety-fields.ts';
import { GUARANTEE_SLUG, GUARANTEE_TITLE } from '../../../contract/shop-pages.ts';
import { Link } from '../../kit/link.tsx';
import { productSafety as words } from '../../shared/messages/product-safety.ts';
import { useShop } from '../../shared/shop-data.ts';

const LINK = 'underline decoration-edge underline-offset-4 hover:text-accent wrap-anywhere';
const IS_IMAGE = /\.(png|jpe?g|webp)$/;

function Contact({ title, contact: { name, address, country, email, website } }: { title: string; contact: ShownContact }) {
  return (
    <div>
      <dt className="text-soft">{title}</dt>
      <dd className="mt-0.5 wrap-anywhere">
        <bdi className="block font-[560]">{name}</bdi>
        <span className="block whitespace-pre-line">{address}</span>
        <span className="block">{nameCountry(country)}</span>
        {email && (
          <a href={`mailto:${email}`} className={`block ${LINK}`}>
            {email}
          </a>
        )}
        {website && (
          <a href={website} target="_blank" rel="noopener noreferrer nofollow" className={`block ${LINK}`}>
            {website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
          </a>
        )}
      </dd>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 border-t border-line pt-6">
      <h2 className="text-base font-[600] tracking-normal">{title}</h2>
      {children}
    </section>
  );
}

function Guarantee({ product: { guaranteeYears, guaranteeText, guaranteeLabel, safety, name } }: { product: DetailedProduct }) {
  if (!guaranteeYears && !guaranteeText && !guaranteeLabel) return null;
  return (
    <Section title={words.guarantee}>
      {guaranteeYears && <p className="mt-2">{words.guaranteeYears(Number(guaranteeYears), safety?.maker.name)}</p>}
      {guaranteeText && <p className="mt-2 max-w-text whitespace-pre-line wrap-anywhere">{guaranteeText}</p>}
      {guaranteeLabel && (
        <a href={guaranteeLabel} target="_blank" rel="noopener" className={`mt-3 inline-block ${LINK}`}>
          {IS_IMAGE.test(guaranteeLabel) ? (
            <img src={guaranteeLabel} alt={words.labelOf(name)} loading="lazy" className="h-40 w-auto" />
          ) : (
            words.labelOf(name)
          )}
        </a>
      )}
      <p className="mt-3 max-w-text text-small text-soft">{words.besidesLaw}</p>
    </Section>
  );
}

/** Nothing of a product that has none of it, in a shop without the notice. */
export function ProductSafety({ product }: { product: DetailedProduct }) {
  const { safety, safetyWarnings } = product;
  const hasNotice = useShop().settings.footerPages.some(({ slug }) => slug === GUARANTEE_SLUG);
  return (
    <>
      {(safety || safetyWarnings) && (
        <Section title={safety ? words.title : words.warnings}>
          {safetyWarnings && (
            <p className="mt-2 max-w-text rounded-control bg-caution/10 p-3 whitespace-pre-line wrap-anywhere">
              <strong className="block font-[600] text-caution">{words.warning}</strong>
              {safetyWarnings}
            </p>
          )}
          {safety && (
            <dl className="mt-3 grid gap-4 text-small sm:grid-cols-2">
              <Contact title={words.maker} contact={safety.maker} />
              {safety.euPerson && <Contact title={words.euPerson} contact={safety.euPerson} />}
              {safety.ukPerson && <Contact title={words.ukPerson} contact={safety.ukPerson} />}
            </dl>
          )}
        </Section>
      )}
      <Guarantee product={product} />
      {hasNotice && (
        <p className="mt-6">
          <Link to={`/pages/${GUARANTEE_SLUG}`} className={LINK}>
            {GUARANTEE_TITLE}
          </Link>
        </p>
      )}
    </>
  );
}
