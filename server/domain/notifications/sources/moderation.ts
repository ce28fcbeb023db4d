import { eventModerated } from '../../../emails/events/moderated.ts';
import { source } from './source.ts';

export const eventModeratedSource = source({
	template: eventModerated,
	async load(services, ref: { organisationId: string; eventId: string; version: number }, options) {
		const { rows } = await services.database.pool.query<{
			title: string;
			moderation: string | null;
			reason: string;
		}>(
			`SELECT title, moderation, moderation_reason AS reason FROM events WHERE organisation_id = $1 AND id = $2`,
			[ref.organisationId, ref.eventId],
		);
		const [event] = rows;
		if (!event) return { obsolete: 'The event is gone.' };
		if (!event.moderation && options.isForSending) return { obsolete: 'It was taken back.' };
		return {
			title: event.title,
			isTakenDown: event.moderation !== 'unlisted',
			reason: event.reason,
			contactUrl: `${services.config.appUrl}/contact`,
		};
	},
});
