/** The layout of a product's page, shared with its skeleton. */
import type { ReactNode } from 'react';
import { LONG_NAME_LENGTH } from '../../constants.ts';

interface ProductLayoutProps {
  breadcrumbs: ReactNode;
  image: ReactNode;
  children: ReactNode;
}

export function ProductLayout({ breadcrumbs, image, children }: ProductLayoutProps) {
  return (
    <>
      {breadcrumbs}
      <div className="mt-3 grid gap-6 min-[43.75rem]:grid-cols-2 min-[43.75rem]:gap-8 lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)] lg:gap-16">
        <div className="min-w-0 min-[43.75rem]:sticky min-[43.75rem]:top-24 min-[43.75rem]:self-start">{image}</div>
        <div className="min-w-0">{children}</div>
      </div>
    </>
  );
}

/** A product's name as the page heading; long names are set smaller. */
export function ProductName({ name }: { name: string }) {
  return (
    <h1 dir="auto" className={name.length > LONG_NAME_LENGTH ? 'text-head' : 'text-display'}>
      {name}
    </h1>
  );
}
