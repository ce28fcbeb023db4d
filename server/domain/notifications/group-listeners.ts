import { type Listener, listen, type RecordedFact } from '../facts.ts';
import { getInvitation } from '../groups/invitations.ts';
import { getGroup } from '../groups/rows.ts';
import { findOrder, findOwnAddress } from '../orders/order-record.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';

/** The group that a fact is about; null where it is about no event. */
const scopeOf = (
	{ organisationId, eventId }: Pick<RecordedFact, 'organisationId' | 'eventId'>,
	groupId: string,
) => (organisationId === null || eventId === null ? null : { organisationId, eventId, groupId });

/** Emails about groups: to their leaders, and to those who are invited, claimed a place or lost it. */
export const groupListeners: Listener[] = [
	listen({
		fact: 'groups.group-changed',
		async afterCommit({ id, payload: { groupId, change }, ...fact }, services) {
			const scope = scopeOf(fact, groupId);
			if (!scope || change === 'ended') return;
			const { leaderEmail: recipient, locale } = await getGroup(services.database.db, scope);
			if (recipient === '') return;
			const template = change === 'closing' ? 'groups/closing' : 'groups/leader';
			const { organisationId, eventId } = scope;
			await enqueueMails(services.database.db, [
				{
					...{ template, ref: scope, recipient, locale, organisationId, eventId },
					dedupeKey: `${template}:${groupId}:${id}`,
				},
			]);
		},
	}),
	listen({
		fact: 'groups.guest-invited',
		async afterCommit({ payload: { groupId, invitationId, remindedOn }, ...fact }, services) {
			const scope = scopeOf(fact, groupId);
			if (!scope) return;
			const { db } = services.database;
			const [group, invitation] = await Promise.all([
				getGroup(db, scope),
				getInvitation(db, { ...scope, invitationId }),
			]);
			if (invitation?.state !== 'sent' || invitation.email === '') return;
			const { organisationId, eventId } = scope;
			await enqueueMails(db, [
				{
					template: 'groups/invitation',
					ref: { ...scope, invitationId, isReminder: remindedOn !== undefined },
					...{ recipient: invitation.email, locale: group.locale, organisationId, eventId },
					dedupeKey: `groups/invitation:${invitationId}:${remindedOn ?? 'sent'}`,
				},
			]);
		},
	}),
	listen({
		fact: 'orders.place-claimed',
		async afterCommit({ id, payload: { groupId, orderId, attendeeId }, ...fact }, services) {
			const scope = scopeOf(fact, groupId);
			if (!scope) return;
			const { organisationId, eventId } = scope;
			const ref = { organisationId, eventId, orderId, attendeeId };
			const order = await findOrder(services, ref);
			const guest = order && findOwnAddress(order, attendeeId);
			// Released or transferred meanwhile: whoever has it now gets an email of that.
			if (!order || !guest) return;
			await enqueueMails(services.database.db, [
				{
					...{ template: 'orders/confirmation', ref, organisationId, eventId },
					...{ recipient: guest.email, locale: order.locale, dedupeKey: `orders/confirmation:${id}` },
				},
			]);
		},
	}),
	listen({
		fact: 'orders.place-released',
		async afterCommit({ id, payload: { groupId, email: recipient }, ...fact }, services) {
			const scope = scopeOf(fact, groupId);
			if (!scope || recipient === '') return;
			const { organisationId, eventId } = scope;
			const { pays, locale } = await getGroup(services.database.db, scope);
			// Of `each` the email about the cancelled order says it.
			if (pays === 'each') return;
			await enqueueMails(services.database.db, [
				{
					template: 'groups/released',
					...{ ref: scope, recipient, locale, organisationId, eventId },
					dedupeKey: `groups/released:${id}`,
				},
			]);
		},
	}),
];
