/** Where an organisation sets up how it takes money. */
export const paymentsPath = '/stripe-connect-demo';
