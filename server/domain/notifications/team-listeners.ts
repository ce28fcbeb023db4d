import type { Tx } from '#server/db/client.ts';
import type { MembershipChange } from '#server/emails/accounts/team.ts';
import type { Services } from '#server/services.ts';
import { findUser } from '../accounts/queries.ts';
import { findInvitation } from '../accounts/team/invitations.ts';
import { type Listener, listen } from '../facts.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { insertNotices } from './notices/insert-notices.ts';

/** Queues an email about a membership to one account, if it has an address that is confirmed. */
async function owe(
	tx: Tx,
	services: Services,
	to: string,
	ref: { change: MembershipChange; organisationId: string | null; userId: string; personId: string },
): Promise<void> {
	const user = await findUser(tx, to);
	const { organisationId } = ref;
	if (!organisationId || !user?.emailVerifiedAt || user.disabledAt || user.isDemo) return;
	await enqueueMails(tx, [
		{
			template: 'accounts/membership',
			ref: { ...ref, organisationId },
			recipient: user.email,
			organisationId,
			dedupeKey: `accounts/membership:${ref.change}:${organisationId}:${ref.userId}:${to}:${services.clock.now().toISOString()}`,
		},
	]);
}

/** Emails about a team, put into the outbox in the transaction of the change. */
export const teamListeners: Listener[] = [
	listen({
		fact: 'accounts.member-invited',
		async inTransaction(tx, { organisationId, payload }) {
			const row = await findInvitation(tx, payload.invitationId);
			if (!row) return;
			await enqueueMails(tx, [
				{
					template: 'accounts/invitation',
					ref: payload,
					recipient: row.email,
					organisationId,
					dedupeKey: `accounts/invitation:${payload.invitationId}:${payload.sent}`,
				},
			]);
		},
	}),
	listen({
		fact: 'accounts.member-joined',
		async inTransaction(tx, { organisationId, payload: { userId, invitationId } }, services) {
			const row = await findInvitation(tx, invitationId);
			if (row)
				await owe(tx, services, row.invitedBy, {
					change: 'joined',
					organisationId,
					userId,
					personId: userId,
				});
		},
	}),
	listen({
		fact: 'accounts.member-changed',
		inTransaction: (tx, { organisationId, payload: { userId, byId } }, services) =>
			owe(tx, services, userId, { change: 'changed', organisationId, userId, personId: byId }),
	}),
	listen({
		fact: 'accounts.member-removed',
		async inTransaction(tx, { organisationId, payload: { userId, byId } }, services) {
			if (userId !== byId)
				await owe(tx, services, userId, { change: 'removed', organisationId, userId, personId: byId });
		},
	}),
	listen({
		fact: 'accounts.ownership-offered',
		async inTransaction(tx, { organisationId, payload: { userId, byId } }, services) {
			await owe(tx, services, userId, { change: 'offered', organisationId, userId, personId: byId });
			await owe(tx, services, byId, { change: 'offer-made', organisationId, userId, personId: userId });
			const at = services.clock.now().toISOString();
			await insertNotices(tx, [
				{
					userId,
					kind: 'ownership-offered',
					organisationId,
					dedupeKey: `ownership-offered:${organisationId}:${at}`,
				},
			]);
		},
	}),
	listen({
		fact: 'accounts.ownership-offer-ended',
		async inTransaction(tx, { organisationId, payload: { userId, byId, how } }, services) {
			const change = `offer-${how}` as const;
			await owe(tx, services, userId, { change, organisationId, userId, personId: userId });
			await owe(tx, services, byId, { change, organisationId, userId, personId: userId });
		},
	}),
	listen({
		fact: 'accounts.ownership-transferred',
		async inTransaction(tx, { organisationId, payload: { userId, byId } }, services) {
			await owe(tx, services, userId, { change: 'owner', organisationId, userId, personId: byId });
			await owe(tx, services, byId, { change: 'former-owner', organisationId, userId, personId: userId });
		},
	}),
];

/** Queues the email that shares a staff link. */
export const staffListeners: Listener[] = [
	listen({
		fact: 'staff.link-shared',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (!organisationId || !eventId) return;
			const { staffLinkId, shortCode, email, note, shareId } = payload;
			await enqueueMails(tx, [
				{
					template: 'staff/link-shared',
					ref: { organisationId, eventId, staffLinkId, shortCode, note },
					recipient: email,
					organisationId,
					eventId,
					dedupeKey: `staff/link-shared:${shareId}`,
				},
			]);
		},
	}),
];
