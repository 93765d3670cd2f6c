/** The customer of an order that runs late waits or cancels: by the link of an email, in two steps, of which only the second sends something. */
import { lazy, Suspense } from 'react';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { lateOrder as words } from './messages.ts';

const DelayChoice = lazy(() => import('./delay-choice.tsx'));

export const meta = createTitleMeta(words.title);

/** What the link has is behind the #, which the server doesn't know. */
export default function LateOrderPage() {
  const isHydrated = useHydrated();
  return (
    // At least as tall as the window, so that nothing jumps when the choice arrives.
    <div className="page min-h-dvh pt-10">
      <h1 className="text-display">{words.title}</h1>
      <p className="mt-3 max-w-text text-soft">{words.lead}</p>
      {isHydrated && (
        <Suspense>
          <DelayChoice />
        </Suspense>
      )}
    </div>
  );
}
