/** The token behind the # of a link that was emailed: no server, log or `Referer` gets it. Undefined until the page is hydrated, null without one. */
import { useEffect, useState } from 'react';

export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => setToken(new URLSearchParams(window.location.hash.slice(1)).get('token')), []);
  return token;
}
