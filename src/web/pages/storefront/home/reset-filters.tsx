import { spec } from '../../../messages/specification.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** A full load, as the specification says: nothing of what was chosen is left anywhere. */
function resetFilters(): void {
  window.location.assign('/');
}

/** A form of its own, so that it also resets without a script. */
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
