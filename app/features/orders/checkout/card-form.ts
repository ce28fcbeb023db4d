/** The interface of a card form for the checkout. */
export interface CardForm {
	/** A confirmation token of what was typed; null when something is wrong with it, which the form says itself. */
	submit(): Promise<string | null>;
	/** Shows what the bank wants to know of the buyer, and ends when they have answered or given up. */
	challenge?(clientSecret: string): Promise<void>;
}
