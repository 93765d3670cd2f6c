import { Link } from 'react-router';
import { nav, spec } from '../../messages.ts';

const link = 'inline-flex min-h-8 items-center hover:text-ink hover:underline';

export function Footer() {
  return (
    <footer className="mt-20 border-t border-line">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-8 text-small text-soft">
        <p>{spec.rights}</p>
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          <li>
            <Link to="/About" className={link}>
              {nav.about}
            </Link>
          </li>
          <li>
            <Link to="/contact" className={link}>
              {nav.contact}
            </Link>
          </li>
          <li>
            <Link to="/policy" className={link}>
              {nav.policy}
            </Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}
