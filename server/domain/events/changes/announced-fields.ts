import { and, eq } from 'drizzle-orm';
import { eventChangeSets } from '#server/db/tables/events.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { MailEvent } from '#server/emails/kit/event-facts.ts';
import type { Services } from '#server/services.ts';
import { type EventField, guestFields } from '#shared/rules/edit-rules.ts';
import type { EventRow } from '../event-rows.ts';
import { type ChangeSummary, shortened } from './guest-notices.ts';
import { isSameJson } from './rows.ts';

/** The changes of a change set that guests are notified of; null where it is gone. */
export async function findAnnounced(services: Services, scope: EventScope, changeSetId: string) {
	const [row] = await services.database.db
		.select({
			state: eventChangeSets.state,
			summary: eventChangeSets.summary,
			note: eventChangeSets.note,
		})
		.from(eventChangeSets)
		.where(
			and(eq(eventChangeSets.organisationId, scope.organisationId), eq(eventChangeSets.id, changeSetId)),
		);
	return row ?? null;
}

const shownInMails = [
	'title',
	'startsAt',
	'endsAt',
	'timeZone',
	'isAllDay',
	'venueName',
	'address',
	'city',
	'region',
	'countryCode',
] as const satisfies (EventField & keyof MailEvent)[];

/** The fields that are another than guests know, against the event as it is now. */
export function announcedFields(
	summary: ChangeSummary,
	event: EventRow,
): { fields: EventField[]; before: Partial<MailEvent> } {
	const now = (field: EventField) => {
		const value = event[field];
		return shortened(value instanceof Date ? value.toISOString() : value);
	};
	const fields = guestFields.filter(
		(field) => field in summary && !isSameJson(summary[field]?.before, now(field)),
	);
	const before = Object.fromEntries(
		shownInMails.flatMap((field) => {
			if (!fields.includes(field)) return [];
			const known = summary[field]?.before;
			return [[field, field === 'startsAt' || field === 'endsAt' ? new Date(String(known)) : known]];
		}),
	);
	return { fields, before };
}
