/** Any address that no page has. */
import { data } from 'react-router';

function refuse(): never {
  throw data(null, { status: 404 });
}

// Both by a name of their own: `loader` is cut out of what the browser gets, and nothing else may lean on it.
export const loader = refuse;
export const clientLoader = refuse;

export default function NotFoundPage() {
  return null;
}
