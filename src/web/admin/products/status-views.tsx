/** The admin's products by status: what is in the shop, drafts, and what was archived. */
import type { ProductStatus } from '../../../contract/product-fields.ts';
import { Link } from '../../kit/link.tsx';
import { BoxIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { products as words } from '../messages.ts';
import { buildProductsUrl } from '../product-form/products-url.ts';

const VIEWS = ['active', 'draft', 'archived'] as const;

export function StatusViews({ status }: { status: ProductStatus }) {
  return (
    <nav aria-label={words.statusViews.label} className="mb-5 flex flex-wrap gap-1">
      {VIEWS.map((view) => (
        <Link
          key={view}
          to={buildProductsUrl(view)}
          aria-current={view === status ? 'page' : undefined}
          className="inline-flex min-h-10 items-center rounded-control px-3 text-soft hover:bg-line/60 hover:text-ink aria-[current]:bg-accent-ground aria-[current]:font-[560] aria-[current]:text-accent"
        >
          {words.statusViews[view]}
        </Link>
      ))}
    </nav>
  );
}

export function NoneOfStatus({ status }: { status: 'draft' | 'archived' }) {
  const [title, hint] = status === 'draft' ? [words.noDrafts, words.noDraftsHint] : [words.noArchived, words.noArchivedHint];
  return (
    <EmptyState icon={<BoxIcon size={22} />} title={title}>
      {hint}
    </EmptyState>
  );
}
