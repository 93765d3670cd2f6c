/** The catch-all route: every URL that is no page; shared/site-layout/not-found.tsx is what it shows. */
import { data } from 'react-router';

function throwNotFound(): never {
  throw data(null, { status: 404 });
}

// Two exports of one function: the bundler removes `loader` from the browser's code, so `clientLoader` must not refer to it.
export const loader = throwNotFound;
export const clientLoader = throwNotFound;

export default function NotFoundPage() {
  return null;
}
