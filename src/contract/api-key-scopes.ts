/** What an API key may do. `read`: see all that the team sees; `catalogue`: see and change products, categories, their images and stock; `orders`: see orders and work on them. */
export const API_KEY_SCOPES = ['read', 'catalogue', 'orders'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
