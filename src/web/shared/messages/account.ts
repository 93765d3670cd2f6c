/** The words of login, registration and a customer's own pages. */

/** Before a step that a stolen session shouldn't be enough for. */
export const reauthentication = {
  title: "Confirm it's you",
  hint: {
    password: 'You logged in a while ago. Enter the password of your account to continue.',
    code: 'You logged in a while ago. Enter a code of your authenticator app to continue.',
  },
  loginTitle: 'Your session has expired',
  loginHint: (email: string) => `Log in again as ${email} to continue. What you typed on this page is still there.`,
  wrongPassword: 'Incorrect password',
  logIn: 'Log in',
  password: 'Current password',
  confirm: 'Continue',
  cancel: 'Cancel',
} as const;

/** Before a page that needs a login. */
export const authMessages = {
  loginRequired: 'Please log in to continue',
  adminRequired: 'This page is for admins',
  loginRequiredHint: "You'll come back to this page after you log in.",
  adminRequiredHint: 'Log in with an admin account to open it.',
  checking: 'Checking your login…',
  goNow: 'Go now',
  failed: "We couldn't check your login",
} as const;

export const account = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  phone: 'Phone',
  address: 'Address',
  passwordHint: (min: number) => `At least ${min} characters`,
  answerHint: 'We ask for it if you need to reset your password',
  answerHintWithLink: 'Needed for an account. A forgotten password is reset by a link that we email you.',
  register: 'Register',
  registerLead: 'Create an account to track your orders and save your addresses.',
  haveAccount: 'Already have an account?',
  login: 'Login',
  loginLead: 'Welcome back.',
  loginNotice: {
    confirmed: 'Your email is confirmed, and the account was logged out everywhere. Log in to continue.',
    'confirm-first':
      "We emailed you a link. Open it to confirm your address, then log in. Nothing came? 'Forget Password' sends another one.",
  },
  noAccount: 'New here?',
  loginFailed: 'Incorrect email or password. Check both, or reset your password.',
  loggedInAs: (name: string) => `You're logged in as ${name}`,
  continue: 'Continue',
  otherAccount: 'To use another account, log in above.',
  reset: 'Reset password',
  resetLead: 'Answer your security question to set a new password.',
  newPassword: 'New password',
  resetFailed: 'Incorrect email or answer. After five wrong answers, you can try again in 24 hours.',
  backToLogin: 'Back to login',
  linkLead: "We'll email you a link to set a new password.",
  sendLink: 'Email me a link',
  linkSent: 'Check your inbox',
  linkSentHint: (email: string) => `If there is an account for ${email}, a link is on its way. It works once, for 30 minutes.`,
  linkNotSent: 'Nothing came? Look into your spam folder, or try again in a while: an address gets three links an hour at most.',
  answerInstead: 'Answer your security question instead',
  linkInstead: 'Get a link by email instead',
  noReset: "Passwords can't be reset here. Please contact us.",
  newPasswordLead: 'Choose a new password. You will be logged out everywhere.',
  setPassword: 'Set password',
  brokenLink: 'This link is incomplete. Open it from the email again, or request a new one.',
  requestLink: 'Request a new link',
  confirmEmail: 'Confirm your email',
  confirmEmailLead: 'Then we may write to you about your account. You log in again afterwards, on every device.',
  confirm: 'Confirm this address',
  emailConfirmed: 'Your email is confirmed',
} as const;

export const userDashboard = {
  title: 'My account',
  profile: 'Profile',
  orders: 'Orders',
  addresses: 'Addresses',
  greeting: (name: string) => `Hello, ${name}`,
  lead: 'Your details and orders',
  profileLink: 'Your name, password and address',
  ordersLink: 'Track your purchases',
  recent: 'Recent orders',
  allOrders: 'All orders',
  emailReadOnly: "Your email can't be changed",
  keepPasswordHint: (min: number) => `Leave empty to keep it. At least ${min} characters; signs you out on other devices.`,
  update: 'Update',
  updateFailed: "We couldn't update your profile",
} as const;
