/** The default texts of emails about orders that are paid by hand. */

export const PAYMENT_WORDS = {
  'order placed': {
    subject: 'Your order #{{order}}',
    opening: 'Thank you! We have your order #{{order}} of {{total}}. {{next}}',
    closing: '',
    placeholders: ['order', 'total', 'next'],
  },
  'payment received': {
    subject: 'We received {{amount}} for order #{{order}}',
    opening: 'Thank you! {{amount}} has arrived for order #{{order}}. {{rest}}',
    closing: '',
    placeholders: ['order', 'amount', 'rest'],
  },
  'payment reminder': {
    subject: 'Your invoice of order #{{order}} is due',
    opening: '{{amount}} of order #{{order}} was to be paid by now. If it is on its way, there is nothing to do.',
    closing: '',
    placeholders: ['order', 'amount'],
  },
  'order ended': {
    subject: 'Your order #{{order}} has ended',
    opening: 'Order #{{order}} of {{total}} has ended, because it was not paid. There is nothing to pay any more.',
    closing: "If you still want it, order it once more. If you have paid meanwhile, answer this email, and we'll find a way.",
    placeholders: ['order', 'total'],
  },
  'new unpaid order': {
    subject: 'New order #{{order}}: {{total}}, to be paid by {{method}}',
    opening: '{{customer}} has placed order #{{order}} of {{total}}, to be paid by {{method}}.',
    closing: '',
    placeholders: ['order', 'total', 'customer', 'method'],
  },
};
