/** Of a product with a minimum age: asks once before the first piece is put into the cart. Loaded for such products alone. */
import { useEffect } from 'react';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { confirmAge, useConfirmedAge } from '../../state/confirmed-age.ts';

const words = {
  question: (years: number) => `Are you ${years} or older?`,
  hint: 'We ask once more at the checkout, and your age may be checked at the door.',
  yes: (years: number) => `Yes, I am ${years} or older`,
  no: 'No',
} as const;

interface AgeCheckProps {
  years: number;
  isAsking: boolean;
  close: () => void;
  /** It was confirmed before, or right now; `isAsked`: a piece waits for it. */
  onConfirmed: (isAsked: boolean) => void;
}

export function AgeCheck({ years, isAsking, close, onConfirmed }: AgeCheckProps) {
  const isOldEnough = useConfirmedAge() >= years;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes, not when the page is drawn again
  useEffect(() => {
    if (isOldEnough) onConfirmed(isAsking);
  }, [isOldEnough, isAsking]);
  if (!isAsking || isOldEnough) return null;
  return (
    <ConfirmDialog
      title={words.question(years)}
      isDestructive={false}
      close={close}
      cancelLabel={words.no}
      confirmLabel={words.yes(years)}
      confirm={() => confirmAge(years)}
    >
      {words.hint}
    </ConfirmDialog>
  );
}
