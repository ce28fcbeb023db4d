import type { CheckInAnswer, Verdict } from '#shared/contracts/check-in.ts';
import type { ErrorCode } from '#shared/errors/catalogue.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { Formats } from '#shared/lib/formats.ts';
import type { DoorStats } from '../figures/stats.ts';
import type { ScanOutcome } from './decide-scan.ts';
import type { OtherEvent } from './other-event.ts';

/** What a message may name. */
interface Known {
	/** The guest's name; null where the answer names nobody, or may not. */
	name: string | null;
	/** The name of the ticket type where the ticket is an add-on, and no guest of the list. */
	addOn: string | null;
	/** When and where the check-in that stands was made. */
	since: { time: string; device: string } | null;
	/** The event that the ticket is for: title and day. */
	other: { title: string; day: string } | null;
}

interface Refusal {
	status: number;
	code: ErrorCode;
	message: (known: Known) => TranslatableMessage;
}

const guestOf = ({ name }: Known) => name ?? message`This guest`;

/** How each refusal is answered: HTTP status, code of the catalogue, and the sentence that staff read. */
const refusals: Record<Exclude<Verdict, 'accepted' | 'left'>, Refusal> = {
	already_checked_in: {
		status: 409,
		code: 'RESOURCE_ALREADY_EXISTS',
		message: (known) => {
			const { since, addOn } = known;
			if (addOn !== null) {
				if (!since) return message`“${addOn}” was already used.`;
				if (!since.device) return message`“${addOn}” was already used at ${since.time}.`;
				return message`“${addOn}” was already used at ${since.time} (${since.device}).`;
			}
			if (!since) return message`${guestOf(known)} is already checked in.`;
			if (!since.device) return message`${guestOf(known)} was already checked in at ${since.time}.`;
			return message`${guestOf(known)} was already checked in at ${since.time} (${since.device}).`;
		},
	},
	wrong_event: {
		status: 404,
		code: 'RESOURCE_NOT_FOUND',
		message: ({ other }) =>
			other
				? message`This ticket is for another event: ${other.title}, ${other.day}.`
				: message`This ticket is for another event.`,
	},
	cancelled: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name, other }) =>
			other
				? message`This guest was moved to another date: ${other.title}, ${other.day}. Ask for their new ticket.`
				: name === null
					? message`This ticket was cancelled.`
					: message`${name}’s ticket was cancelled.`,
	},
	unpaid: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) =>
			name === null
				? message`The order for this ticket isn’t complete.`
				: message`${name}’s order isn’t complete.`,
	},
	not_yet_valid: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) =>
			name === null ? message`This ticket isn’t valid yet.` : message`${name}’s ticket isn’t valid yet.`,
	},
	no_longer_valid: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) =>
			name === null
				? message`This ticket is no longer valid here.`
				: message`${name}’s ticket is no longer valid here.`,
	},
	not_inside: {
		status: 409,
		code: 'BUSINESS_RULE_VIOLATION',
		message: (known) => message`${guestOf(known)} isn’t checked in.`,
	},
	unknown_code: {
		status: 404,
		code: 'RESOURCE_NOT_FOUND',
		message: () => message`This code isn’t a ticket for this event.`,
	},
	wrong_list: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) =>
			name === null
				? message`This ticket isn’t for this entrance.`
				: message`${name}’s ticket isn’t for this entrance.`,
	},
	conflict: {
		status: 409,
		code: 'RESOURCE_ALREADY_EXISTS',
		message: (known) => {
			const { since } = known;
			if (!since) return message`${guestOf(known)} was checked in twice.`;
			if (!since.device) return message`${guestOf(known)} was checked in twice, first at ${since.time}.`;
			return message`${guestOf(known)} was checked in twice, first at ${since.time} (${since.device}).`;
		},
	},
};

export interface PresentedOutcome {
	status: number;
	code: ErrorCode | 'OK';
	message: TranslatableMessage;
	answer: Omit<CheckInAnswer, 'message'>;
}

/** The response to a scan in the shape of the specification: code, verdict and the valid check-in. */
export function presentOutcome(
	outcome: ScanOutcome,
	context: { stats: DoorStats; timeZone: string; otherEvent: OtherEvent | null; formats: Formats },
): PresentedOutcome {
	const { guest, previous, verdict, isCounted, party } = outcome;
	const { otherEvent, formats } = context;
	const common = {
		guest,
		verdict,
		isCounted,
		previous,
		checkInId: outcome.checkInId,
		...(party.length > 0 ? { party } : {}),
		...(otherEvent ? { otherEvent } : {}),
		stats: context.stats,
	};
	const known: Known = {
		name: guest?.guestName || null,
		addOn: guest && !isCounted ? guest.ticketTypeName : null,
		since: previous && {
			time: formats.time(previous.checkedInAt, context.timeZone),
			device: previous.device,
		},
		other: otherEvent && {
			title: otherEvent.title,
			day: formats.shortDate(otherEvent.startDate, otherEvent.timeZone),
		},
	};
	if (verdict === 'accepted' || verdict === 'left') {
		const { addOn } = known;
		const text =
			verdict === 'left'
				? message`${guestOf(known)} is checked out.`
				: addOn === null
					? message`${guestOf(known)} is checked in.`
					: message`Accepted as “${addOn}”. Not an entry ticket.`;
		return { status: 200, code: 'OK', message: text, answer: { success: true, code: 'OK', ...common } };
	}
	const { status, code, message: write } = refusals[verdict];
	return { status, code, message: write(known), answer: { success: false, code, ...common } };
}
