/** Why emails to the merchant come. */
export const MERCHANT_REASON = "You receive this email because your shop's settings name this address under Notifications.";
