/** Why the checkout didn't start; stands above the button that was pressed. */
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { common } from '../../shared/messages/common.ts';
import type { CheckoutProblem } from './use-checkout.ts';

interface CheckoutProblemProps {
  problem: CheckoutProblem;
  isBusy?: boolean;
  /** Absent where the button below does the same. */
  retry?: () => Promise<boolean>;
}

export function CheckoutProblemMessage({ problem, isBusy = false, retry }: CheckoutProblemProps) {
  const root = useRef<HTMLDivElement>(null);
  // The button may have been pressed by Enter in a field that is a screen away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new problem is to be seen
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div
      ref={root}
      role="alert"
      className="grid scroll-mt-24 scroll-mb-24 justify-items-start gap-3 rounded-control bg-danger/8 p-4 text-danger"
    >
      <p className="min-w-0">{problem.message}</p>
      {retry && problem.canRetry && (
        <Button variant="secondary" size="small" busy={isBusy} onClick={() => void retry()}>
          {common.tryAgain}
        </Button>
      )}
    </div>
  );
}
