/** The words of the search over everything, and of the admin's keyboard shortcuts. */
export const adminSearch = {
  open: 'Search',
  title: 'Search the admin area',
  placeholder: 'Products, orders, customers, pages',
  results: 'Results',
  pages: 'Go to',
  orders: 'Orders',
  products: 'Products',
  customers: 'Customers',
  order: (number: number | null) => (number === null ? 'Unpaid checkout' : `Order #${number}`),
  searching: 'Searching…',
  nothing: (keyword: string) => `Nothing matches “${keyword}”`,
  failed: 'The search failed. Check your connection and type again.',
  viewShop: 'View shop',
} as const;

export const shortcuts = {
  title: 'Keyboard shortcuts',
  open: 'Keyboard shortcuts',
  close: 'Close',
  search: 'Search the admin area',
  help: 'Show these shortcuts',
  move: 'Move through results and lists',
  choose: 'Open the selected result',
  leave: 'Close a dialog or list',
  control: 'Ctrl',
  command: '⌘',
  escape: 'Esc',
  enter: 'Enter',
  singleKeys: 'Single keys',
  singleKeysHint: 'Switch them off if speech input or a screen reader types them by accident',
} as const;
