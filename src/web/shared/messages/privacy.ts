/** The words about a person's data: for themselves and for the team. */
export const privacy = {
  yourData: 'Your data',
  yourDataHint: 'Download a copy of what the shop keeps about you, or delete your account.',
  download: 'Download my data',
  fileName: 'my-data.json',
  delete: 'Delete account',
  teamHint: 'You are on this shop’s team. An owner has to remove you from it before you can delete your account.',
  confirmDelete: 'Delete your account?',
  confirmDeleteHint:
    "Your profile, addresses and sessions are deleted for good; this can't be undone. Orders that you have placed still reach you, and stay in the shop's books for as long as the law asks.",
  deleted: 'Your account is deleted',
  customerData: 'Personal data',
  customerDataHint: 'Hand customers their data when they ask for it, or delete their account.',
  downloadCustomer: 'Download data',
  customerFileName: 'customer-data.json',
  confirmDeleteCustomer: (name: string) => `Delete the account of ${name}?`,
  confirmDeleteCustomerHint:
    "Profile, addresses, notes and sessions are deleted for good; this can't be undone. Orders stay in the books, and the customer is told by email.",
  customerDeleted: 'Account deleted',
} as const;
