/** What whoever orders or donates enters about themselves; the organiser receives all of it, which the forms say below their button. */
export const buyerFields = ['name', 'email'] as const;
export type BuyerField = (typeof buyerFields)[number];
