import { getOrganisation } from '#server/domain/accounts/queries.ts';
import { listFollowedEvents } from '#server/domain/organisers/followed-events.ts';
import { type FollowerRow, findFollower, followerToken } from '#server/domain/organisers/followers.ts';
import { findOrganiserMessage } from '#server/domain/organisers/messages.ts';
import { followConfirm, newEventMail } from '#server/emails/organisers/followers.ts';
import { organiserMessageMail } from '#server/emails/organisers/message.ts';
import type { Services } from '#server/services.ts';
import { bouncesText, isSuppressed } from '../suppressions.ts';
import { source } from './source.ts';

interface FollowerRef {
	organisationId: string;
	followerId: string;
}

export const followConfirmSource = source({
	template: followConfirm,
	async load(services, ref: FollowerRef, options) {
		const { db } = services.database;
		const row = await findFollower(db, { organisationId: ref.organisationId, id: ref.followerId });
		if (!row) return { obsolete: 'The request is gone.' };
		if (options.isForSending && row.state !== 'pending') return { obsolete: 'The request was answered.' };
		// Somebody else may have typed it: one that bounces, or reported spam of this organisation, gets no email.
		if (
			options.isForSending &&
			row.cameFrom === 'question' &&
			(await isSuppressed(services, ref.organisationId, options.recipient))
		)
			return { obsolete: bouncesText };
		const event = row.eventId ? await findTitle(services, row) : null;
		const { name } = await getOrganisation(db, ref.organisationId);
		const shown = options.showsSecrets && options.isForSending;
		return {
			organiser: name,
			event,
			confirmLink: shown
				? `${services.config.appUrl}/followers/${followerToken(services.secret, row)}`
				: null,
		};
	},
});

/** Of the event whose question was answered; null once it is gone. */
async function findTitle(
	{ database }: Services,
	{ organisationId, eventId }: Pick<FollowerRow, 'organisationId' | 'eventId'>,
): Promise<string | null> {
	const { rows } = await database.pool.query<{ title: string }>({
		name: 'notifications.title-of-consent',
		text: 'SELECT title FROM events WHERE organisation_id = $1 AND id = $2',
		values: [organisationId, eventId],
	});
	return rows[0]?.title ?? null;
}

export const newEventSource = source({
	template: newEventMail,
	async load(services, ref: FollowerRef & { eventIds: string[] }, options) {
		const { db } = services.database;
		const row = await findFollower(db, { organisationId: ref.organisationId, id: ref.followerId });
		if (!row) return { obsolete: 'The follower is gone.' };
		if (options.isForSending && row.state !== 'confirmed')
			return { obsolete: 'The address does not follow any more.' };
		if (options.isForSending && (await isSuppressed(services, ref.organisationId, options.recipient)))
			return { obsolete: bouncesText };
		const events = await listFollowedEvents(services, ref.organisationId, ref.eventIds);
		if (events.length === 0) return { obsolete: 'None of the events is public and ahead.' };
		const { name } = await getOrganisation(db, ref.organisationId);
		const { appUrl } = services.config;
		const token = options.showsSecrets ? followerToken(services.secret, row) : null;
		return {
			organiser: name,
			events,
			leaveLink: token && `${appUrl}/followers/${token}`,
			oneClickUrl: token && `${appUrl}/api/followers/${token}/leave`,
		};
	},
});

export const organiserMessageSource = source({
	template: organiserMessageMail,
	async load(services, ref: { organisationId: string; messageId: string }) {
		const { db } = services.database;
		const row = await findOrganiserMessage(db, ref);
		if (!row) return { obsolete: 'The message was deleted.' };
		const { name } = await getOrganisation(db, ref.organisationId);
		return { organiser: name, name: row.name, email: row.email, message: row.message };
	},
});
