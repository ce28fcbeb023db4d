import { type AccountAct, actOnAccount, lockAccount } from './accounts.ts';
import { decideDispute, openDispute } from './disputes.ts';
import { endChallenge } from './payment-intents.ts';
import { payOut, settlePayout } from './payouts.ts';
import { missing } from './problem.ts';
import { endSetupChallenge } from './saved-methods.ts';
import type { Sessions } from './sessions.ts';

/** What payers, cardholders, issuers and banks do, who do not call the API. */
export function thirdPartyActions(sessions: Sessions) {
	return {
		/** What the payer answers on the 3-D Secure page of a payment or setup. @throws StripeProblem for an unknown one */
		async endChallenge(account: string | null, paymentId: string, isPassed: boolean): Promise<void> {
			await sessions.run(account ?? '', async (session) => {
				if (paymentId.startsWith('seti_')) await endSetupChallenge(session, paymentId, isPassed);
				else await endChallenge(session, paymentId, isPassed);
			});
		},

		/** @throws StripeProblem for an unknown or closed account */
		async act(account: string, act: AccountAct): Promise<void> {
			await sessions.run('', async (session) => {
				actOnAccount(session, await lockAccount(session, account), act);
			});
		},

		/** The cardholder disputes a payment, or asks about it. @returns the dispute's id, null when it cannot be disputed any more */
		async openDispute(
			account: string | null,
			paymentId: string,
			how: { reason: string; isInquiry: boolean } = { reason: 'fraudulent', isInquiry: false },
		): Promise<string | null> {
			return await sessions.run(account ?? '', async (session) => {
				const intent = await session.find('payment_intent', paymentId);
				const charge = intent?.object.latest_charge;
				if (!charge) throw missing('payment_intent', paymentId);
				return (await openDispute(session, charge as string, how))?.id ?? null;
			});
		},
		/** The issuer decides. @throws StripeProblem for an unknown dispute */
		async closeDispute(account: string | null, disputeId: string, outcome: 'won' | 'lost'): Promise<void> {
			await sessions.run(account ?? '', (session) => decideDispute(session, disputeId, outcome));
		},
		/** Pays out what is available now, outside of the schedule; `isEarly`: also what is not available yet. @returns the ids */
		async runPayout(account: string, how: { isEarly?: boolean } = {}): Promise<string[]> {
			const payouts = await sessions.run(account, (session) => payOut(session, how));
			return payouts.map(({ id }) => id);
		},
		/** The bank's answer to a payout, before its time. @throws StripeProblem for an unknown payout */
		async settlePayout(account: string, payoutId: string, outcome: 'paid' | 'failed'): Promise<void> {
			await sessions.run(account, (session) => settlePayout(session, payoutId, outcome));
		},
	};
}
