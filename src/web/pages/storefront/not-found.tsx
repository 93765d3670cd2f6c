/** Any address that no page has. */
import { data } from 'react-router';

function throwNotFound(): never {
  throw data(null, { status: 404 });
}

// Both by a name of their own: `loader` is cut out of what the browser gets, and nothing else may lean on it.
export const loader = throwNotFound;
export const clientLoader = throwNotFound;

export default function NotFoundPage() {
  return null;
}
