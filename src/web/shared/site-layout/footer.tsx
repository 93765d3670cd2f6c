import type { ReactNode } from 'react';
import type { ShopDetails } from '../../../contract/settings.ts';
import { FOOTER_CATEGORIES } from '../../constants.ts';
import { classNames } from '../../kit/class-names.ts';
import { Link } from '../../kit/link.tsx';
import { nav, footer as words } from '../messages/common.ts';
import { spec } from '../messages/specified-labels.ts';
import { type ShopCategory, useShop } from '../shop-data.ts';

/** The shop's contact and legal details, as far as the merchant has set them. */
const LINK = 'inline-flex min-h-8 items-center hover:text-ink hover:underline [overflow-wrap:anywhere]';

export function ContactDetails({ shop, className }: { shop: ShopDetails; className?: string }) {
  const { email, phone, address, legalDetails } = shop;
  if (!(email || phone || address || legalDetails)) return null;
  return (
    <address className={classNames('flex flex-col items-start gap-1 text-soft not-italic', className)}>
      {address && <p className="whitespace-pre-line">{address}</p>}
      {email && (
        <a href={`mailto:${email}`} className={LINK}>
          {email}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={LINK}>
          {phone}
        </a>
      )}
      {legalDetails && <p className="mt-2 text-small whitespace-pre-line">{legalDetails}</p>}
    </address>
  );
}

export function Footer({ categories }: { categories: ShopCategory[] }) {
  const { shop, footerPages, payment } = useShop().settings;
  const largest = categories
    .filter((it) => !it.parent)
    .sort((a, b) => b.count - a.count)
    .slice(0, FOOTER_CATEGORIES);
  return (
    <footer className="mt-24 border-t border-line">
      <div className="page grid grid-cols-2 gap-x-8 gap-y-10 pt-12 pb-8 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full max-w-sm lg:col-span-1">
          <p className="text-large font-[680] tracking-[-0.02em]">
            <bdi>{shop.name}</bdi>
          </p>
          {payment.provider && payment.provider !== 'manual' && <p className="mt-2 text-soft">{words.paymentSafety}</p>}
          <ContactDetails shop={shop} className="mt-4" />
        </div>
        <FooterColumn title={words.shop}>
          {largest.map((category) => (
            <FooterLink key={category._id} to={`/category/${category.slug}`}>
              <bdi>{category.name}</bdi>
            </FooterLink>
          ))}
          <FooterLink to="/category">{nav.allCategories}</FooterLink>
        </FooterColumn>
        <FooterColumn title={words.account}>
          <FooterLink to="/cart">{nav.cart}</FooterLink>
          <FooterLink to="/dashboard/user/orders">{words.orders}</FooterLink>
        </FooterColumn>
        <FooterColumn title={words.company}>
          <FooterLink to="/About">{nav.about}</FooterLink>
          <FooterLink to="/contact">{nav.contact}</FooterLink>
          <FooterLink to="/policy">{nav.policy}</FooterLink>
          {footerPages.map(({ slug, title }) => (
            <FooterLink key={slug} to={`/pages/${slug}`}>
              <bdi>{title}</bdi>
            </FooterLink>
          ))}
        </FooterColumn>
      </div>
      <p className="page pb-10 text-small text-soft">{spec.rights}</p>
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="footer-column">
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  );
}
