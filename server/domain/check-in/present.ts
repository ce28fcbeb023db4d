import type { CheckInAnswer, Verdict } from '#shared/contracts/check-in.ts';
import type { ErrorCode } from '#shared/errors/catalogue.ts';
import type { CheckInOutcome } from './commands/record-check-in.ts';
import type { DoorStats } from './stats.ts';

/** Stands for a guest whom the answer does not name. */
const nobody = 'This guest';

interface Refusal {
	status: number;
	code: ErrorCode;
	message: (place: { name: string; previous: string }) => string;
}

/** How each refusal is answered: HTTP status, code of the catalogue, and the sentence that staff read. */
const refusals: Record<Exclude<Verdict, 'accepted' | 'left'>, Refusal> = {
	already_checked_in: {
		status: 409,
		code: 'RESOURCE_ALREADY_EXISTS',
		message: ({ name, previous }) => `${name} is already checked in${previous}.`,
	},
	wrong_event: {
		status: 404,
		code: 'RESOURCE_NOT_FOUND',
		message: () => 'This ticket is for another event.',
	},
	cancelled: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) => `${name === nobody ? 'This ticket' : `The ticket of ${name}`} was cancelled.`,
	},
	unpaid: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) => `The order of ${name} is not completed yet.`,
	},
	not_yet_valid: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) => `The ticket of ${name} is not valid yet.`,
	},
	no_longer_valid: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) => `The ticket of ${name} is no longer valid here.`,
	},
	not_inside: {
		status: 409,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) => `${name} is not inside.`,
	},
	unknown_code: {
		status: 404,
		code: 'RESOURCE_NOT_FOUND',
		message: () => 'This code is not a ticket of this event.',
	},
	wrong_list: {
		status: 422,
		code: 'BUSINESS_RULE_VIOLATION',
		message: ({ name }) => `The ticket of ${name} is not for this entrance.`,
	},
	conflict: {
		status: 409,
		code: 'RESOURCE_ALREADY_EXISTS',
		message: ({ name, previous }) => `${name} was let in twice${previous}.`,
	},
};

/** The wall time of the event, as the door reads it. */
function doorTime(instant: Date, timeZone: string): string {
	return new Intl.DateTimeFormat('en', {
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
		timeZone,
	}).format(instant);
}

/** The answer to a scan: the shape of the specification, with code, verdict and the check-in that stands. */
export function presentOutcome(
	outcome: CheckInOutcome,
	context: { stats: DoorStats; timeZone: string },
): { status: number; code: ErrorCode | 'OK'; answer: CheckInAnswer } {
	const name = outcome.guest?.name ?? nobody;
	const common = {
		guest: outcome.guest
			? { id: outcome.guest.id, guestName: name, ticketTypeName: outcome.guest.ticketTypeName }
			: null,
		verdict: outcome.verdict,
		previous: outcome.previous
			? { checkedInAt: outcome.previous.checkedInAt.toISOString(), device: outcome.previous.device }
			: null,
		checkInId: outcome.checkInId,
		...(outcome.party.length > 0 ? { party: outcome.party } : {}),
		stats: context.stats,
	};
	if (outcome.verdict === 'accepted' || outcome.verdict === 'left') {
		const message = outcome.verdict === 'left' ? `${name} has left.` : `${name} is checked in.`;
		return { status: 200, code: 'OK', answer: { success: true, message, code: 'OK', ...common } };
	}
	const { status, code, message } = refusals[outcome.verdict];
	const previous = outcome.previous
		? ` since ${doorTime(outcome.previous.checkedInAt, context.timeZone)}${outcome.previous.device ? ` (${outcome.previous.device})` : ''}`
		: '';
	return { status, code, answer: { success: false, message: message({ name, previous }), code, ...common } };
}
