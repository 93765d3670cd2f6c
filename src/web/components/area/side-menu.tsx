import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';

export interface AreaLink {
  to: string;
  label: string;
}

export function SideMenu({ title, links }: { title: string; links: AreaLink[] }) {
  const bar = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();

  // As a bar it may be wider than the screen: the current entry is brought into sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page another entry is the current one
  useEffect(() => {
    const list = bar.current;
    const current = list?.querySelector<HTMLElement>('[aria-current="page"]');
    if (list && current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);

  return (
    <nav aria-label={title} className="border-b border-line pt-4 md:border-r md:border-b-0 md:pt-6">
      <div className="md:sticky md:top-22">
        <h2 className="px-5 text-small font-[560] tracking-normal text-soft md:px-7">{title}</h2>
        <ul ref={bar} className="relative flex gap-1 overflow-x-auto px-2.5 py-2 [scrollbar-width:none] md:flex-col md:px-4">
          {links.map((link) => (
            <li key={link.to} className="shrink-0">
              <NavLink
                to={link.to}
                end
                className="flex min-h-10 items-center rounded-control px-3 whitespace-nowrap text-soft -outline-offset-2 hover:bg-line/60 hover:text-ink aria-[current=page]:bg-accent-ground aria-[current=page]:font-[560] aria-[current=page]:text-accent"
              >
                {link.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
