/** The version of Stripe's API whose objects the adapter reads and the built-in gateway writes: that of the `stripe` package. */
export const stripeApiVersion = '2026-10-28.endive';
