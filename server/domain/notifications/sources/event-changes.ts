import { announcedFields, findAnnounced } from '#server/domain/events/changes/announced-fields.ts';
import { questionsIn } from '#server/domain/events/changes/guest-notices.ts';
import { findOwedQuestions } from '#server/domain/questions/queries.ts';
import { eventCancelled } from '#server/emails/events/cancelled.ts';
import { eventChanged } from '#server/emails/events/changed.ts';
import { eventPostponed } from '#server/emails/events/postponed.ts';
import { questionAsked } from '#server/emails/events/question-asked.ts';
import { eventReminder } from '#server/emails/events/reminder.ts';
import { hasOptedOut, unsubscribeLinks } from '../opt-outs.ts';
import { bouncesText, isSuppressed } from '../suppressions.ts';
import { findRule } from './added-texts.ts';
import {
	activeTickets,
	type OrderRef,
	placeOf,
	readOrder,
	type TicketRef,
	ticketCalendarOf,
	whyNoTickets,
} from './orders.ts';
import { source } from './source.ts';

export const eventCancelledSource = source({
	template: eventCancelled,
	async load(services, ref: TicketRef, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent } = data;
		if (options.isForSending && event.status !== 'cancelled')
			return { obsolete: 'The event is not cancelled.' };
		return {
			event: mailEvent,
			message: event.statusMessage,
			orderCode: order.code,
			calendar: ticketCalendarOf(services, data, 'CANCEL'),
		};
	},
});

export const eventPostponedSource = source({
	template: eventPostponed,
	async load(services, ref: TicketRef, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		if (options.isForSending && event.status !== 'postponed')
			return { obsolete: 'The event is not postponed any more.' };
		return {
			event: mailEvent,
			message: event.statusMessage,
			orderCode: order.code,
			isForGuest: data.guest !== null,
			manageLink,
			calendar: ticketCalendarOf(services, data),
		};
	},
});

export const eventChangedSource = source({
	template: eventChanged,
	async load(services, ref: TicketRef & { changeSetId: string }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink, guest } = data;
		const change = await findAnnounced(services, ref, ref.changeSetId);
		if (!change) return { obsolete: 'The change is gone.' };
		const why = options.isForSending && whyNoTickets(data);
		if (why) return why;
		if (options.isForSending && change.state === 'undone') return { obsolete: 'The change was undone.' };
		const announced = announcedFields(change.summary, event);
		if (options.isForSending && announced.fields.length === 0)
			return { obsolete: 'The event is as guests know it again.' };
		return {
			event: mailEvent,
			...announced,
			note: change.note,
			orderCode: order.code,
			isForGuest: guest !== null,
			manageLink,
			calendar: order.status === 'confirmed' ? ticketCalendarOf(services, data) : '',
		};
	},
});

export const questionAskedSource = source({
	template: questionAsked,
	async load(services, ref: OrderRef & { changeSetId: string }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const change = await findAnnounced(services, ref, ref.changeSetId);
		if (!change) return { obsolete: 'The change is gone.' };
		const why = options.isForSending && whyNoTickets(data);
		if (why) return why;
		if (options.isForSending && change.state === 'undone') return { obsolete: 'The change was undone.' };
		if (options.isForSending && event.startsAt <= services.clock.now())
			return { obsolete: 'The event has started: nobody can answer any more.' };
		const questions = await findOwedQuestions(services, ref, questionsIn(change.summary));
		if (options.isForSending && questions.length === 0) return { obsolete: 'Nothing is left to answer.' };
		return { event: mailEvent, questions, orderCode: order.code, manageLink };
	},
});

/** Mails that the version before put into the outbox: their change has no history. */
export const eventRescheduledSource = source({
	template: eventChanged,
	async load(services, ref: OrderRef & { startsAt: string; place?: string }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const why = options.isForSending && whyNoTickets(data);
		if (why) return why;
		const { previousStartsAt, previousPlace } = event;
		return {
			event: mailEvent,
			fields: [
				...(previousStartsAt ? (['startsAt'] as const) : []),
				...(previousPlace ? (['venueName'] as const) : []),
			],
			before: {
				...(previousStartsAt && { startsAt: previousStartsAt }),
				...(previousPlace && {
					venueName: previousPlace,
					address: '',
					city: '',
					region: '',
					countryCode: '',
				}),
			},
			note: '',
			orderCode: order.code,
			isForGuest: false,
			manageLink,
			calendar: order.status === 'confirmed' ? ticketCalendarOf(services, data) : '',
		};
	},
});

export const eventReminderSource = source({
	template: eventReminder,
	async load(services, ref: TicketRef & { startsAt: string }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const rule = await findRule(services, placeOf(data), 'reminder');
		if (options.isForSending) {
			const why = whyNoTickets(data);
			if (why) return why;
			if (rule && !rule.isOn) return { obsolete: 'The organiser has switched reminders off.' };
			if (event.status !== 'published' || event.startsAt.toISOString() !== ref.startsAt)
				return { obsolete: 'The event has another date now.' };
			if (event.startsAt <= services.clock.now()) return { obsolete: 'The event has begun already.' };
			if (await hasOptedOut(services, options.recipient, 'events/reminder'))
				return { obsolete: 'This mailbox wants no reminders.' };
			if (await isSuppressed(services, ref.organisationId, options.recipient))
				return { obsolete: bouncesText };
		}
		return {
			event: mailEvent,
			orderCode: order.code,
			ticketCount: activeTickets(order, data.guest).length,
			isForGuest: data.guest !== null,
			manageLink,
			words: rule && { subject: rule.subject, text: rule.text, readerName: (data.guest ?? order.buyer).name },
			...(options.showsSecrets
				? unsubscribeLinks(services, options.mailId)
				: { unsubscribeLink: null, oneClickUrl: null }),
		};
	},
});
