/** Kinds of tasks in an organisation, in display order: money, then guests, then settings. */
export const attentionKinds = [
	'disputes',
	'refunds',
	'approvals',
	'refund_requests',
	'withdrawals',
	'payment_account',
	'no_way_to_pay',
	'payments',
	'waitlist_offers',
	'check_in_conflicts',
	'emails',
	'publishing',
	'connections',
	'mailing_lists',
	'api_keys',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
