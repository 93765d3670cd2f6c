/** Any address that no page has. */
import { data } from 'react-router';

export function loader(): never {
  throw data(null, { status: 404 });
}

export const clientLoader = loader;

export default function NotFoundPage() {
  return null;
}
