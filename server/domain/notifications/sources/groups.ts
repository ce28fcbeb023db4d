import { toMailEvent } from '#server/domain/events/mail-event.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { getInvitation } from '#server/domain/groups/invitations.ts';
import { getGroup } from '#server/domain/groups/rows.ts';
import { claimLinkOf, groupLinkOf, invitationTokenOf } from '#server/domain/groups/tokens.ts';
import { getClaimView, getGroupView } from '#server/domain/orders/groups/views.ts';
import { groupClosingMail } from '#server/emails/groups/closing.ts';
import { groupInvitationMail } from '#server/emails/groups/invitation.ts';
import { groupLeaderMail } from '#server/emails/groups/leader.ts';
import { groupReleasedMail } from '#server/emails/groups/released.ts';
import type { GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type Obsolete, type SourceOptions, source } from './source.ts';

/** What `read` finds, or that it is gone. */
async function unlessGone<Found>(read: () => Promise<Found>): Promise<Found | Obsolete> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND')
			return { obsolete: 'The group, the invitation or the event is gone.' };
		throw error;
	}
}

/** A group with its event, and why its mails have no point now. */
async function readGroup(services: Services, ref: GroupScope) {
	const { db } = services.database;
	const [row, event] = await Promise.all([getGroup(db, ref), getWholeEvent(services, ref)]);
	const why =
		row.state !== 'open'
			? 'The group has ended.'
			: event.status === 'cancelled'
				? 'The event was cancelled meanwhile.'
				: event.endsAt <= services.clock.now()
					? 'The event is over.'
					: null;
	return { row, mailEvent: toMailEvent(services, event), why };
}

/** A group as its leader sees it, or why a mail to them has no point now. */
const readForLeader = (services: Services, ref: GroupScope, options: SourceOptions) =>
	unlessGone(async () => {
		const { row, mailEvent, why } = await readGroup(services, ref);
		if (options.isForSending && why) return { obsolete: why };
		if (options.isForSending && row.leaderEmail !== options.recipient)
			return { obsolete: 'The group has another leader now.' };
		return {
			row,
			mailEvent,
			view: await getGroupView(services, ref),
			groupLink: options.showsSecrets ? groupLinkOf(services, row) : null,
		};
	});

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

export const groupLeaderSource = source({
	template: groupLeaderMail,
	async load(services, ref: GroupScope, options) {
		const data = await readForLeader(services, ref, options);
		if ('obsolete' in data) return data;
		const { row, mailEvent, view, groupLink } = data;
		return {
			event: mailEvent,
			groupName: view.name,
			isByOrganiser: row.createdBy !== null,
			places: view.places,
			price: view.price,
			deadlineAt: row.deadlineAt,
			groupLink,
		};
	},
});

export const groupClosingSource = source({
	template: groupClosingMail,
	async load(services, ref: GroupScope, options) {
		const data = await readForLeader(services, ref, options);
		if ('obsolete' in data) return data;
		const { row, mailEvent, view, groupLink } = data;
		const open = view.places - view.taken;
		if (row.deadlineAt === null) return { obsolete: 'The group has no deadline.' };
		if (options.isForSending && open <= 0) return { obsolete: 'All places are taken.' };
		if (options.isForSending && row.deadlineAt <= services.clock.now())
			return { obsolete: 'The deadline has passed.' };
		return {
			event: mailEvent,
			groupName: view.name,
			open,
			places: view.places,
			deadlineAt: row.deadlineAt,
			groupLink,
		};
	},
});

export const groupInvitationSource = source({
	template: groupInvitationMail,
	load(services, ref: GroupScope & { invitationId: string; isReminder: boolean }, options) {
		return unlessGone(async () => {
			const [invitation, { why, row, mailEvent }] = await Promise.all([
				getInvitation(services.database.db, ref),
				readGroup(services, ref),
			]);
			if (!invitation) return { obsolete: 'The invitation is gone.' };
			if (options.isForSending) {
				if (invitation.email !== options.recipient) return { obsolete: 'Who was invited was erased.' };
				if (invitation.state === 'claimed') return { obsolete: 'They have a place.' };
				if (invitation.state !== 'sent') return { obsolete: 'The invitation was cancelled.' };
				if (why) return { obsolete: why };
				if (row.leaderEmail === '') return { obsolete: 'The leader of the group was erased.' };
			}
			const view = await getClaimView(services, ref);
			if (options.isForSending && view.state === 'closed') return { obsolete: 'The group has ended.' };
			// Of the first email a place may come back; whoever invited them sees that there is none.
			if (options.isForSending && ref.isReminder && view.state === 'full')
				return { obsolete: 'All places are taken.' };
			return {
				event: mailEvent,
				groupName: view.groupName,
				leaderName: view.leaderName,
				type: view.ticketTypeName,
				isReminder: ref.isReminder,
				price: view.price,
				deadlineAt: dateOf(view.deadlineAt),
				claimLink: options.showsSecrets
					? claimLinkOf(services, invitationTokenOf(services, invitation))
					: null,
			};
		});
	},
});

export const groupReleasedSource = source({
	template: groupReleasedMail,
	load(services, ref: GroupScope, options) {
		return unlessGone(async () => {
			const { row, mailEvent, why } = await readGroup(services, ref);
			if (options.isForSending && why && row.state === 'open') return { obsolete: why };
			return { event: mailEvent, groupName: row.name, leaderName: row.leaderName };
		});
	},
});
