import { BoxIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { adminNav, products as words } from '../messages.ts';
import { ActionLink } from '../parts/action-button.tsx';
import { adminSpec } from '../specified-labels.ts';

/** The empty state of a shop without products. It leads to categories first if there is none, because each product needs one. */
export function NoProducts({ hasCategory }: { hasCategory: boolean }) {
  const next = hasCategory
    ? { to: '/dashboard/admin/create-product', label: words.createFirst }
    : { to: '/dashboard/admin/create-category', label: words.createFirstCategory };
  return (
    <EmptyState
      icon={<BoxIcon size={22} />}
      title={adminSpec.noProducts}
      actions={
        <>
          <ActionLink to={next.to}>{next.label}</ActionLink>
          <ActionLink to={IMPORTS_PATH} variant="secondary">
            {adminNav.imports}
          </ActionLink>
        </>
      }
    >
      {hasCategory ? words.noneHint : words.noCategories}
    </EmptyState>
  );
}
