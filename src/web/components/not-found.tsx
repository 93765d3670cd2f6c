import { nav, spec } from '../messages.ts';
import { LinkButton } from '../ui/button.tsx';

export function NotFound() {
  return (
    <div className="page flex min-h-[60vh] flex-col items-center justify-center gap-4 py-16 text-center">
      <title>{`${spec.pageNotFound} – ${spec.title}`}</title>
      <p aria-hidden="true" className="figures text-[5.5rem] leading-none font-[680] tracking-[-0.05em] text-edge">
        404
      </p>
      <h1 className="text-head">{spec.pageNotFound}</h1>
      <p className="max-w-text text-soft">The address may be mistyped, or what stood here is gone. The search above finds the rest.</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <LinkButton to="/">{spec.backHome}</LinkButton>
        <LinkButton to="/category" variant="secondary">
          {nav.allCategories}
        </LinkButton>
      </div>
    </div>
  );
}
