/** What the payment page says instead of the form if a session can't be paid. */
import type { DemoSession } from './demo.repository.ts';
import type { Notice } from './payment-page.ts';

/** Null: there is no such session. `status`: of the HTTP response. */
export function buildClosedNotice(session: DemoSession | null): Notice & { status: number } {
  if (!session) {
    return {
      status: 404,
      title: "This payment page doesn't exist",
      text: 'The link may be cut off. Start the checkout again from your cart.',
      href: '/',
    };
  }
  const { successUrl, cancelUrl } = session.checkout;
  switch (session.status) {
    case 'paid':
      return { status: 200, title: 'Already paid', text: 'This order is paid. You can close this page.', href: successUrl };
    case 'cancelled':
      return { status: 410, title: 'Payment cancelled', text: 'You left this payment, and nothing was charged.', href: cancelUrl };
    case 'open':
      return {
        status: 410,
        title: 'This payment page has expired',
        text: 'Nothing was charged. Start the checkout again from your cart.',
        href: cancelUrl,
      };
    default:
      return session.status satisfies never;
  }
}
