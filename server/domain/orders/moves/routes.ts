import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/attendee-moves.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { moveGuests } from './move-guests.ts';

export const moveRoutes: Route[] = [
	handle(contracts.moveAttendees, async ({ scope, body, context }, services) => {
		const { organisationId, eventId } = scope;
		const { attendeeIds, toEvent: toEventId, notify, note, preview } = body;
		const input = { organisationId, eventId, attendeeIds, toEventId, notify, note, isPreview: preview };
		try {
			return { ...(await moveGuests(services, input)), problem: null };
		} catch (error) {
			if (!preview || !(error instanceof AppError) || error.code !== 'BUSINESS_RULE_VIOLATION') throw error;
			const { left } = error.metadata;
			const sentence = error.messages.userMessage;
			return {
				...{ moved: 0, orders: [] },
				left: typeof left === 'number' ? left : null,
				problem: sentence ? context.translate(sentence) : error.userMessage,
			};
		}
	}),
];
