/** Header and footer of checkout, success and cancel: nothing there leads away from the order but the logo, the cart and the law's pages. */
import { useLocation } from 'react-router';
import { Link } from '../../kit/link.tsx';
import { nav } from '../messages/common.ts';
import { spec } from '../messages/specified-labels.ts';
import { useShop } from '../shop-data.ts';
import { Brand, CartLink } from './header.tsx';

export function CheckoutHeader() {
  const { isShut } = useShop();
  const isCheckout = useLocation().pathname.toLowerCase().startsWith('/checkout');
  return (
    <header className="border-b border-line">
      <nav aria-label={nav.label} className="page flex items-center justify-between gap-4 py-3">
        <Link to="/" className="brand">
          <Brand />
        </Link>
        {!isShut && <CartLink label={isCheckout ? nav.backToCart : nav.cart} />}
      </nav>
    </header>
  );
}

export function CheckoutFooter() {
  const {
    isShut,
    settings: { footerPages },
  } = useShop();
  if (isShut) return null;
  const links = [
    { to: '/About', name: nav.about },
    { to: '/contact', name: nav.contact },
    { to: '/policy', name: nav.policy },
    ...footerPages.map(({ slug, title }) => ({ to: `/pages/${slug}`, name: title })),
  ];
  return (
    <footer className="mt-16 border-t border-line">
      <div className="page flex flex-wrap items-center gap-x-5 py-5 text-small text-soft">
        <p className="min-w-0 grow">{spec.rights}</p>
        {links.map(({ to, name }) => (
          <Link key={to} to={to} className="py-2 hover:text-ink">
            <bdi>{name}</bdi>
          </Link>
        ))}
      </div>
    </footer>
  );
}
