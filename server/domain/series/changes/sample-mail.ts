import type { Tx } from '#server/db/client.ts';
import { announcedFields } from '#server/domain/events/changes/announced-fields.ts';
import type { ChangedSet } from '#server/domain/events/changes/change-many.ts';
import { lockEvents } from '#server/domain/events/event-rows.ts';
import { toMailEvent } from '#server/domain/events/mail-event.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { seriesChanged } from '#server/emails/events/series-changed.ts';
import { writeMail } from '#server/emails/kit/render-mail.ts';
import type { Services } from '#server/services.ts';

/** The email of a change as a guest with a ticket for the first date of it gets it; the change may be rolled back afterwards. */
export async function sampleMail(
	services: Services,
	tx: Tx,
	organisationId: string,
	of: { title: string; sets: readonly ChangedSet[]; isCancelled: boolean },
): Promise<{ subject: string; text: string } | null> {
	const rows = await lockEvents(
		tx,
		organisationId,
		of.sets.map(({ eventId }) => eventId),
	);
	const [row] = rows.toSorted((a, b) => +a.startsAt - +b.startsAt);
	const set = of.sets.find(({ eventId }) => eventId === row?.id);
	if (!row || !set) return null;
	// The name of the organiser is no part of the change.
	const event = { ...(await getWholeEvent(services, { organisationId, eventId: row.id })), ...row };
	const { productName, appUrl, mailLocale } = services.config;
	const { subject, text } = await writeMail(
		seriesChanged,
		{
			title: row.title,
			dates: [
				{
					event: toMailEvent(services, event),
					...announcedFields(set.summary, event),
					questions: [],
					orderCode: '',
					manageLink: null,
					calendar: '',
				},
			],
			note: '',
			isCancelled: of.isCancelled,
		},
		{ productName, appUrl },
		mailLocale,
	);
	return { subject, text };
}
