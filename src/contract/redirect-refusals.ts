/** Why a pasted line wasn't added as a redirect. */
export const REDIRECT_REFUSALS = [
  'not_two_paths',
  'invalid_path',
  'too_long',
  'foreign_host',
  'has_query',
  'wildcard',
  'served',
  'taken',
  'loop',
  'chain',
  'too_many',
] as const;
export type RedirectRefusal = (typeof REDIRECT_REFUSALS)[number];
