/** Why the checkout didn't start; stands above the button that was pressed. */
import { useEffect, useRef } from 'react';
import type { CheckoutProblem } from './use-checkout.ts';

export function CheckoutProblemMessage({ problem }: { problem: CheckoutProblem }) {
  const root = useRef<HTMLDivElement>(null);
  // The button may have been pressed by Enter in a field that is a screen away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new problem is to be seen
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div ref={root} role="alert" className="scroll-mt-24 scroll-mb-24 rounded-control bg-danger/8 p-4 text-danger">
      <p className="min-w-0">{problem.message}</p>
    </div>
  );
}
