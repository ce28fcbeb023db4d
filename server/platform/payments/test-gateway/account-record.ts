/** A connected account. Its v2 object is made of this at every read. */
export interface AccountRecord {
	id: string;
	country: string;
	currency: string;
	name: string;
	email: string;
	createdAt: string;
	/**
	 * - `in_progress`: the owner has not finished onboarding.
	 * - `needs_information`: a document is missing; what was possible before stays possible until the deadline.
	 * - `restricted`: the deadline has passed.
	 */
	state: 'in_progress' | 'needs_information' | 'enabled' | 'restricted' | 'closed';
	/** Whether charges are possible in `needs_information`. */
	wasEnabled: boolean;
	dueAt: string | null;
	/** The account that payouts go to. */
	bank: { holder: string; last4: string; failsPayouts: boolean } | null;
}
