/** Tasks scheduled by the gateway's clock. */
export type Task = { id: string; dueAt: string } & TaskKind;

export type TaskKind =
	| { type: 'settle-refund'; account: string; refund: string; outcome: 'succeeded' | 'failed' }
	| { type: 'open-dispute'; account: string; charge: string; reason: string; isInquiry: boolean }
	| { type: 'decide-dispute'; account: string; dispute: string; outcome: 'won' | 'lost' }
	| { type: 'close-overdue-dispute'; account: string; dispute: string }
	| { type: 'restrict-overdue-account'; account: string }
	| { type: 'pay-out'; account: string }
	| { type: 'settle-payout'; account: string; payout: string; outcome: 'paid' | 'failed' };
