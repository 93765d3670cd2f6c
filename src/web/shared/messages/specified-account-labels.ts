/** As specification.ts, of the account's pages. */
export const accountSpec = {
  registered: 'Register successfully!',
  registerFailed: 'error in registration!',
  loggedIn: 'successfully login!',
  loginFailed: 'invalid email or password',
  resetFailed: 'email or password wrong',
  forgetPassword: 'Forget Password',
  favoriteSport: 'favorite sport',
  myProfile: 'My Profile',
  profileUpdated: 'successfully update',
  orderDetails: 'Order Details',
} as const;
