import type { Tx } from '#server/db/client.ts';
import { type Listener, listen } from '../facts.ts';
import { getWithdrawal, type WithdrawalScope } from '../withdrawals/decide.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';

/** Queues an email about a statement to whoever sent it; one that was erased gets none. */
async function oweMail(
	tx: Tx,
	template: 'withdrawals/received' | 'withdrawals/decided',
	ref: WithdrawalScope,
): Promise<void> {
	const { email: recipient, locale, eventId } = await getWithdrawal(tx, ref);
	if (recipient === '') return;
	const { organisationId } = ref;
	const dedupeKey = `${template}:${ref.withdrawalId}`;
	await enqueueMails(tx, [{ template, ref, recipient, locale, organisationId, eventId, dedupeKey }]);
}

/** Emails about withdrawals: the acknowledgement of each, at once, and what the organiser decided. */
export const withdrawalListeners: Listener[] = [
	listen({
		fact: 'withdrawals.received',
		async inTransaction(tx, { organisationId, payload: { withdrawalId } }) {
			if (organisationId !== null)
				await oweMail(tx, 'withdrawals/received', { organisationId, withdrawalId });
		},
	}),
	listen({
		fact: 'withdrawals.decided',
		async inTransaction(tx, { organisationId, payload: { withdrawalId } }) {
			if (organisationId !== null) await oweMail(tx, 'withdrawals/decided', { organisationId, withdrawalId });
		},
	}),
];
