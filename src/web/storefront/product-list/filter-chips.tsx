import { CloseIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { home } from '../../shared/messages/home.ts';

interface Chip {
  name: string;
  /** URL of the list without this filter. */
  to: string;
}

/** A chip for each chosen value, as `Size:42`. */
export const listFacetChips = (chosen: readonly string[], to: (chosen: string[]) => string): Chip[] =>
  chosen.map((filter) => ({ name: filter.replace(':', ': '), to: to(chosen.filter((it) => it !== filter)) }));

/** The active filters, each with a link that removes it. */
export function FilterChips({ chips }: { chips: Chip[] }) {
  if (!chips.length) return null;
  return (
    <ul aria-label={home.applied} className="flex flex-wrap gap-2">
      {chips.map(({ name, to }) => (
        <li key={name}>
          <Link
            to={to}
            preventScrollReset
            className="tabular-nums inline-flex min-h-8 items-center gap-1.5 rounded-full bg-accent-ground px-3 text-small font-[560] text-accent hover:outline-2 hover:outline-accent/40"
          >
            <span className="sr-only">{home.removeFilter}</span>
            <bdi className="line-clamp-1">{name}</bdi>
            <CloseIcon size={13} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
