import { eventModerated } from '#server/emails/events/moderated.ts';
import { lockChanged } from '#server/emails/organisers/lock-changed.ts';
import { paymentsStopped } from '#server/emails/organisers/payments-stopped.ts';
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

export const organisationLockedSource = source({
	template: lockChanged,
	async load(services, ref: { organisationId: string; isLocked: boolean }, options) {
		const { rows } = await services.database.pool.query<{ name: string; isLocked: boolean; reason: string }>(
			`SELECT o.name, k.suspended_at IS NOT NULL AS "isLocked", coalesce(k.reason, '') AS reason
			FROM organisations o LEFT JOIN organisation_marks k ON k.organisation_id = o.id WHERE o.id = $1`,
			[ref.organisationId],
		);
		const [found] = rows;
		if (!found) return { obsolete: 'The organisation is gone.' };
		if (options.isForSending && found.isLocked !== ref.isLocked) return { obsolete: 'It was taken back.' };
		return {
			name: found.name,
			isLocked: ref.isLocked,
			reason: ref.isLocked ? found.reason : '',
			actionUrl: `${services.config.appUrl}/${ref.isLocked ? 'contact' : 'dashboard'}`,
		};
	},
});

export const paymentsStoppedSource = source({
	template: paymentsStopped,
	async load(services, ref: { organisationId: string; isStopped: boolean }, options) {
		const { rows } = await services.database.pool.query<{
			name: string;
			isStopped: boolean;
			reason: string;
		}>(
			`SELECT o.name, a.stopped_at IS NOT NULL AS "isStopped", coalesce(a.stop_reason, '') AS reason
			FROM organisations o LEFT JOIN payment_accounts a ON a.organisation_id = o.id AND a.disconnected_at IS NULL WHERE o.id = $1`,
			[ref.organisationId],
		);
		const [found] = rows;
		if (!found) return { obsolete: 'The organisation is gone.' };
		if (options.isForSending && found.isStopped !== ref.isStopped) return { obsolete: 'It was taken back.' };
		return {
			name: found.name,
			isStopped: ref.isStopped,
			reason: ref.isStopped ? found.reason : '',
			actionUrl: `${services.config.appUrl}/${ref.isStopped ? 'contact' : 'stripe-connect-demo'}`,
		};
	},
});
