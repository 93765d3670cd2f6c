/** What is said where JavaScript is off. Apart from common.ts, as the first page doesn't say it. */
export const noScript = 'Cart, login and checkout need JavaScript. You can browse the shop without it.';
