/** The words of forms, gates and a person's own pages. */

export const gate = {
  visitor: 'This page is for people who are logged in',
  stranger: 'This page is for admins',
  visitorHint: 'Log in, and you come straight back here.',
  strangerHint: 'You are logged in, but this part of the shop is not yours to enter.',
  asking: 'Checking your login…',
  goNow: 'Go now',
  failed: "We couldn't check your login",
} as const;

export const form = {
  show: 'Show',
  hide: 'Hide',
  save: 'Save',
  working: 'Working…',
  wrong: (count: number) => `${count} fields need another look`,
  required: 'Please fill this in',
  misshapen: "This doesn't look right",
  tooShort: (least: number) => `Please use at least ${least} characters`,
  tooLong: (most: number) => `Please use at most ${most} characters`,
  notANumber: 'Please write a number, like 12.50',
  notWhole: 'Please write a whole number, like 12',
  tooLow: (least: string) => `Please don't go below ${least}`,
  tooHigh: (most: string) => `Please don't go above ${most}`,
  cents: 'Please use at most two decimals',
} as const;

export const unsaved = {
  ask: 'Leave without saving?',
  hint: 'What you changed on this page will be lost.',
  stay: 'Stay',
  leave: 'Leave',
} as const;

export const account = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  phone: 'Phone',
  address: 'Address',
  passwordHint: (least: number) => `At least ${least} characters, any you like`,
  answerHint: 'Your answer lets you reset your password',
  register: 'Register',
  registerLead: 'One account for your orders and your address.',
  haveAccount: 'Already have an account?',
  login: 'Login',
  loginLead: 'Welcome back.',
  noAccount: 'New here?',
  loginWrong: "This e-mail and this password don't belong together. Check both, or set a new password.",
  loggedInAs: (name: string) => `You are logged in as ${name}`,
  goOn: 'Go on',
  otherAccount: 'To use another account, log in above.',
  reset: 'Reset password',
  resetLead: 'Answer the question you chose when you registered.',
  newPassword: 'New password',
  resetWrong: "The e-mail and the answer don't fit together. After five wrong answers no more are taken for a day.",
  backToLogin: 'Back to login',
} as const;

export const area = {
  user: 'My account',
  profile: 'Profile',
  orders: 'Orders',
  hello: (name: string) => `Hello, ${name}`,
  lead: 'Your details and what you have bought.',
  profileLink: 'Your name, password and address',
  ordersLink: 'What you bought, and how it stands',
  recent: 'Recent orders',
  allOrders: 'All orders',
  emailStays: 'The e-mail stays as it is',
  passwordStays: (least: number) =>
    `Leave it empty to keep the old one. A new one has at least ${least} characters and ends your other logins.`,
  update: 'Update',
  profileFailed: "Your profile wasn't changed",
} as const;

export const orders = {
  number: (number: number) => `Order #${number}`,
  total: 'Total',
  sentTo: 'Address',
  none: 'No orders yet',
  noneHint: 'What you buy will stand here.',
  browse: 'See the products',
  pages: 'Pages of orders',
  status: {
    pending: 'Awaiting payment',
    paid: 'Paid',
    cancelled: 'Cancelled',
    expired: 'Not paid in time',
    review: 'Being checked',
  },
} as const;
