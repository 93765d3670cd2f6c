/** Why a merchant gets an email. */
export const MERCHANT_REASON = 'You receive this email because you run this shop. Its settings say who is told, under Notifications.';
