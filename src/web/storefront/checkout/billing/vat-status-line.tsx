import { Button } from '../../../kit/button.tsx';
import { billing as words } from './billing-messages.ts';
import type { VatCheck } from './use-vat-check.ts';

interface VatStatusLineProps {
  check: VatCheck;
  /** The cart was priced without tax. */
  isReversed: boolean;
}

/** What is known of the VAT ID, and so whether VAT is charged. */
export function VatStatusLine({ check: { status, isChecking, again }, isReversed }: VatStatusLineProps) {
  const text = isChecking ? words.checking : status === 'confirmed' && isReversed ? words.reversed : status && words[status];
  const isCaution = !isChecking && (status === 'invalid' || status === 'unavailable');
  return (
    <>
      <p role="status" className={isCaution ? 'text-small text-caution' : 'text-small text-soft'}>
        {text}
      </p>
      {!isChecking && status === 'unavailable' && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={again}>
          {words.tryAgain}
        </Button>
      )}
    </>
  );
}
