/**
 * Refunds from this amount on want a fresh sign-in, in minor units of their currency: 500.00 where there are hundredths, 50,000 where there are
 * none. It is reached by one refund, or by those of one member within an hour together. Refunds in bulk always want one.
 */
export const freshRefundMinor = 50_000;
