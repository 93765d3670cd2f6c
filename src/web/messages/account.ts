/** The words of login, registration and a customer's own pages. */

/** Before a step that a stolen session shouldn't be enough for. */
export const reauthentication = {
  title: "Confirm it's you",
  hint: {
    password: 'You logged in a while ago. Enter your password to continue.',
    code: 'You logged in a while ago. Enter a code from your authenticator app to continue.',
  },
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
  register: 'Register',
  registerLead: 'Create an account to check out and track your orders.',
  haveAccount: 'Already have an account?',
  login: 'Login',
  loginLead: 'Welcome back.',
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
  linkNotSent: 'Nothing arrived? Check your spam folder, or try again later: we send at most three links an hour.',
  answerInstead: 'Answer your security question instead',
  linkInstead: 'Get a link by email instead',
  noReset: "Passwords can't be reset here. Please contact us.",
  newPasswordLead: 'Choose a new password. You will be logged out everywhere.',
  setPassword: 'Set password',
  brokenLink: 'This link is incomplete. Open it from the email again, or request a new one.',
  requestLink: 'Request a new link',
  confirmEmail: 'Confirm your email',
  confirmEmailLead: 'So that we can write to you about your account.',
  confirm: 'Confirm this address',
  emailConfirmed: 'Your email is confirmed',
} as const;

export const userDashboard = {
  title: 'My account',
  profile: 'Profile',
  orders: 'Orders',
  addresses: 'Addresses',
  greeting: (name: string) => `Hello, ${name}`,
  lead: 'Manage your details and orders.',
  profileLink: 'Your name, password and address',
  ordersLink: 'Track your purchases',
  recent: 'Recent orders',
  allOrders: 'All orders',
  emailReadOnly: "Your email can't be changed",
  keepPasswordHint: (min: number) => `Leave empty to keep it. At least ${min} characters; signs you out on other devices.`,
  update: 'Update',
  updateFailed: "We couldn't update your profile",
} as const;
