import { getWholeEvent } from '#server/domain/events/queries.ts';
import { approvalsMail } from '#server/emails/organisers/approvals.ts';
import { doorConflict } from '#server/emails/organisers/door-conflict.ts';
import { registrations } from '#server/emails/organisers/registrations.ts';
import { readRegistrations } from '../read-registrations.ts';
import { source } from './source.ts';

export const doorConflictSource = source({
	template: doorConflict,
	async load(services, ref: { organisationId: string; eventId: string }) {
		const event = await getWholeEvent(services, ref);
		const { appUrl } = services.config;
		return {
			event: event.title,
			link: `${appUrl}/events/${event.slug}/door`,
			settingsLink: `${appUrl}/settings/notifications`,
		};
	},
});

export const registrationsSource = source({
	template: registrations,
	async load(services, ref: { userId: string; from: string; to: string }) {
		const window = { from: new Date(ref.from), to: new Date(ref.to) };
		const [theirs] = await readRegistrations(services, window, ref.userId);
		if (!theirs) return { obsolete: 'The registrations are gone, or the summary is no longer wanted.' };
		const { appUrl } = services.config;
		return {
			events: theirs.events.map(({ eventId, title, guests }) => ({
				title,
				guests,
				url: `${appUrl}/events/${eventId}/overview`,
			})),
			dashboardLink: `${appUrl}/dashboard`,
			settingsLink: `${appUrl}/settings/notifications`,
		};
	},
});

/** Sent once a day and event; obsolete once no order waits. */
export const approvalsSource = source({
	template: approvalsMail,
	async load(services, ref: { organisationId: string; eventId: string }, options) {
		const event = await getWholeEvent(services, ref);
		const { rows } = await services.database.pool.query<{ waits: boolean }>({
			name: 'notifications.orders-await-approval',
			text: `SELECT EXISTS (SELECT FROM orders WHERE organisation_id = $1 AND event_id = $2 AND status = 'awaiting_approval') AS waits`,
			values: [ref.organisationId, ref.eventId],
		});
		if (options.isForSending && !rows[0]?.waits) return { obsolete: 'All orders were decided meanwhile.' };
		const { appUrl } = services.config;
		return {
			event: event.title,
			ordersLink: `${appUrl}/events/${event.slug}/orders?state=awaiting_approval`,
			settingsLink: `${appUrl}/settings/notifications`,
		};
	},
});
