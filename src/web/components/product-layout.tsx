/** How a product's page is laid out, for the page itself and for its shape while it is on its way. */
import type { CSSProperties, ReactNode } from 'react';
import { LONG_NAME } from '../constants.ts';

interface ProductLayoutProps {
  trail: ReactNode;
  picture: ReactNode;
  pictureStyle?: CSSProperties | undefined;
  /** All that is said about it. */
  children: ReactNode;
}

export function ProductLayout({ trail, picture, pictureStyle, children }: ProductLayoutProps) {
  return (
    <>
      {trail}
      <div className="mt-3 grid gap-6 md:grid-cols-2 md:gap-8 lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)] lg:gap-16">
        <div style={pictureStyle} className="relative overflow-hidden rounded-picture md:sticky md:top-24 md:self-start">
          {picture}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </>
  );
}

/** The heading of a product's page; a long name is set smaller. */
export function ProductName({ name }: { name: string }) {
  return (
    <h1 dir="auto" className={name.length > LONG_NAME ? 'text-head' : 'text-display'}>
      {name}
    </h1>
  );
}
