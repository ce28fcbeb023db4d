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
		async with(tx, { payload: { userId, mailTokenId } }) {
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
		async with(tx, { payload: { userId, mailTokenId } }) {
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
		async with(tx, { payload: { userId, mailTokenId } }) {
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
		async with(tx, { payload: { userId } }, services) {
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
];
