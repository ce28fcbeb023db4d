import { announcedFields } from '#server/domain/events/changes/announced-fields.ts';
import { questionsIn } from '#server/domain/events/changes/guest-notices.ts';
import { findHoldings } from '#server/domain/orders/confirmed-orders.ts';
import { findOwedQuestions } from '#server/domain/questions/queries.ts';
import { findAnnouncedSeries } from '#server/domain/series/changes/announced-series.ts';
import { type ChangedDate, seriesChanged } from '#server/emails/events/series-changed.ts';
import { type OrderRef, readOrder, ticketCalendarOf, whyNoTickets } from './orders.ts';
import { isObsolete, source } from './source.ts';

/** The first order that the address has in it; the others are found by the address. */
export interface SeriesChangeRef extends OrderRef {
	seriesChangeId: string;
	attendeeId?: string;
	/** Dates of which guests are notified. */
	eventIds: string[];
}

export const seriesChangedSource = source({
	template: seriesChanged,
	async load(services, ref: SeriesChangeRef, options) {
		const change = await findAnnouncedSeries(services, ref, ref.eventIds);
		if (!change) return { obsolete: 'The change is gone.' };
		if (options.isForSending && change.state === 'undone') return { obsolete: 'The change was undone.' };
		const isCancelled = change.kind === 'cancel';
		const summaries = new Map(
			change.sets.map(({ eventId, summary, state }) => [eventId, { summary, state }]),
		);
		const dates: ChangedDate[] = [];
		let title = '';
		let message = change.note;
		for (const held of await findHoldings(services, ref.organisationId, ref.eventIds, options.recipient)) {
			const set = summaries.get(held.eventId);
			if (!set || (options.isForSending && set.state === 'undone')) continue;
			const data = await readOrder(services, { ...held, organisationId: ref.organisationId }, options);
			if (isObsolete(data)) continue;
			const { order, event, mailEvent, manageLink, guest } = data;
			if (isCancelled ? event.status !== 'cancelled' : whyNoTickets(data) !== null) continue;
			const announced = announcedFields(set.summary, event);
			const questions = guest ? [] : await findOwedQuestions(services, held, questionsIn(set.summary));
			if (!isCancelled && announced.fields.length === 0 && questions.length === 0) continue;
			title = event.title;
			if (isCancelled) message = event.statusMessage;
			dates.push({
				event: mailEvent,
				...announced,
				questions: questions,
				orderCode: order.code,
				manageLink,
				calendar:
					order.status === 'confirmed' || isCancelled
						? ticketCalendarOf(services, data, isCancelled ? 'CANCEL' : 'PUBLISH')
						: '',
			});
		}
		if (dates.length === 0)
			return { obsolete: 'Its dates are as guests know them again, or the tickets are gone.' };
		return { title, dates, note: message, isCancelled };
	},
});
