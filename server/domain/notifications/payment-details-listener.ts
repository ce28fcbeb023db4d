import { listOwners } from '../accounts/owners.ts';
import { isSandbox } from '../accounts/sandbox.ts';
import { listen } from '../facts.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { insertNotices } from './notices/insert-notices.ts';

/**
 * Emails every owner, whatever their settings, about changed payment details, in the transaction of the change. Sandboxes are skipped:
 * they have no money.
 */
export const paymentDetailsListener = listen({
	fact: 'payments.details-changed',
	async inTransaction(tx, { organisationId, payload }) {
		if (organisationId === null || (await isSandbox(tx, organisationId))) return;
		const owners = await listOwners(tx, organisationId);
		const about = `${organisationId}:${payload.change}:${payload.at}`;
		await enqueueMails(
			tx,
			owners.map(({ id, email }) => ({
				template: 'organisers/payment-details' as const,
				ref: { ...payload, organisationId },
				recipient: email,
				organisationId,
				dedupeKey: `organisers/payment-details:${about}:${id}`,
			})),
		);
		await insertNotices(
			tx,
			owners.map(({ id: userId }) => ({
				userId,
				kind: 'payment-details' as const,
				organisationId,
				facts: { change: payload.change },
				dedupeKey: `payment-details:${about}`,
			})),
		);
	},
});
