import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { spec } from '../../shared/messages/specified-labels.ts';

/** A full page load, as the specification says. */
function resetFilters(): void {
  window.location.assign('/');
}

/** A form, so that it works without JavaScript too. */
export function ResetFilters({ className }: { className?: string }) {
  return (
    <form action="/" className={classNames('grid', className)}>
      <Button
        type="submit"
        variant="secondary"
        onClick={(event) => {
          event.preventDefault();
          resetFilters();
        }}
      >
        {spec.reset}
      </Button>
    </form>
  );
}
