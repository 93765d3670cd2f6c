import { CloseIcon } from '../../kit/icons.tsx';

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-10 shrink-0 items-center justify-center rounded-control text-soft hover:bg-line/60 hover:text-ink"
    >
      <CloseIcon />
    </button>
  );
}
