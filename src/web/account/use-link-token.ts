/**
 * The token in the fragment (#) of an emailed link, which no server, log or `Referer` gets. Undefined until the page is hydrated, null if
 * there is none.
 */
import { useEffect, useState } from 'react';

export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => setToken(new URLSearchParams(window.location.hash.slice(1)).get('token')), []);
  return token;
}
