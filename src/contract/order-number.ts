/**
 * An order's number as people read it, such as `#1001`. Emails have it in texts that merchants may change
 * (`src/server/shop/messages/emails/templates/default-words.ts`).
 */
export const formatOrderNumber = (number: number | string | null): string => `#${number}`;
