import { getMailTokenEmail } from '../accounts/mail-tokens.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';

/**
 * Mails about an account are put into the outbox in the transaction of the change itself: there is no moment in which the one
 * is there without the other.
 */
export const accountListeners: Listener[] = [
	listen({
		fact: 'accounts.verification-requested',
		async inTransaction(tx, { payload: { userId, mailTokenId } }) {
			await enqueueMails(tx, [
				{
					template: 'accounts/verify-email',
					ref: { mailTokenId },
					recipient: (await getUser(tx, userId)).email,
					dedupeKey: `accounts/verify-email:${mailTokenId}`,
				},
			]);
		},
	}),
	listen({
		fact: 'accounts.password-reset-requested',
		async inTransaction(tx, { payload: { userId, mailTokenId } }) {
			await enqueueMails(tx, [
				{
					template: 'accounts/reset-password',
					ref: { mailTokenId },
					recipient: (await getUser(tx, userId)).email,
					dedupeKey: `accounts/reset-password:${mailTokenId}`,
				},
			]);
		},
	}),
	listen({
		fact: 'accounts.register-repeated',
		async inTransaction(tx, { payload: { userId, mailTokenId } }) {
			await enqueueMails(tx, [
				{
					template: 'accounts/register-repeated',
					ref: { mailTokenId },
					recipient: (await getUser(tx, userId)).email,
					dedupeKey: `accounts/register-repeated:${mailTokenId}`,
				},
			]);
		},
	}),
	listen({
		fact: 'accounts.password-changed',
		async inTransaction(tx, { payload: { userId } }, services) {
			await enqueueMails(tx, [
				{
					template: 'accounts/password-changed',
					ref: { userId },
					recipient: (await getUser(tx, userId)).email,
					dedupeKey: `accounts/password-changed:${userId}:${services.clock.now().toISOString()}`,
				},
			]);
		},
	}),
	listen({
		fact: 'accounts.security-changed',
		async inTransaction(tx, { payload: { userId, change } }, services) {
			await enqueueMails(tx, [
				{
					template: 'accounts/security-notice',
					ref: { change },
					recipient: (await getUser(tx, userId)).email,
					dedupeKey: `accounts/security-notice:${userId}:${change}:${services.clock.now().toISOString()}`,
				},
			]);
		},
	}),
	listen({
		fact: 'accounts.email-change-requested',
		async inTransaction(tx, { payload: { userId, leaveTokenId, enterTokenId, isTaken } }) {
			if (leaveTokenId) {
				await enqueueMails(tx, [
					{
						template: 'accounts/leave-email',
						ref: { mailTokenId: leaveTokenId, enterTokenId },
						recipient: (await getUser(tx, userId)).email,
						dedupeKey: `accounts/leave-email:${leaveTokenId}`,
					},
				]);
			}
			const recipient = await getMailTokenEmail(tx, enterTokenId);
			await enqueueMails(tx, [
				isTaken
					? {
							template: 'accounts/email-taken',
							ref: { mailTokenId: enterTokenId },
							recipient,
							dedupeKey: `accounts/email-taken:${enterTokenId}`,
						}
					: {
							template: 'accounts/enter-email',
							ref: { mailTokenId: enterTokenId },
							recipient,
							dedupeKey: `accounts/enter-email:${enterTokenId}`,
						},
			]);
		},
	}),
];
