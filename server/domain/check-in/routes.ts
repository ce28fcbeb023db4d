import * as contracts from '#shared/contracts/check-in.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { toErrorBody } from '#shared/errors/wire.ts';
import { staffAbilities } from '#shared/rules/staff-abilities.ts';
import { parseTicketPayload } from '#shared/rules/ticket-code.ts';
import { handle, type RequestContext, type Route } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import { getDoorEvent } from '../events/door-event.ts';
import { findStaff } from '../staff/queries.ts';
import { type CheckInTry, recordCheckIn } from './commands/record-check-in.ts';
import { undoCheckIn } from './commands/undo-check-in.ts';
import { getStaffEvent, searchDoorGuests } from './door.ts';
import { exportGuests } from './export/export-guests.ts';
import { getEventFigures } from './figures.ts';
import { listGuests } from './guest-list.ts';
import { presentOutcome } from './present.ts';
import { doorStatsAfter } from './stats.ts';
import { streamDoor } from './stream.ts';

interface ScanFacts {
	nonce?: string | undefined;
	scannedAt?: string | undefined;
	device?: string | undefined;
}

/** Text that is no ticket of ours is looked up as it is: it finds nobody, and the try is kept with its verdict. */
const codeOf = (guestQrData: string) =>
	parseTicketPayload(guestQrData) ?? `unreadable:${guestQrData.slice(0, 60)}`;

/** Records a try and answers it. Refusals carry the error body too, so that any client can read them. */
async function answerCheckIn(
	services: Services,
	context: RequestContext,
	attempt: Omit<CheckInTry, 'nonce' | 'scannedAt' | 'device'> & { device: string },
	facts: ScanFacts,
	path: string,
): Promise<Response> {
	const outcome = await recordCheckIn(services, {
		...attempt,
		device: facts.device || attempt.device,
		nonce: facts.nonce ?? context.idempotencyKey ?? null,
		scannedAt: facts.scannedAt ? new Date(facts.scannedAt) : null,
	});
	if (!outcome) throw notFound('Guest');
	const isNew = outcome.verdict === 'accepted' && !outcome.isReplay;
	const [stats, event] = await Promise.all([
		doorStatsAfter(services, attempt.eventId, isNew ? 1 : 0),
		outcome.previous ? getDoorEvent(services, attempt) : null,
	]);
	const { status, code, answer } = presentOutcome(outcome, { stats, timeZone: event?.timeZone ?? 'UTC' });
	if (code === 'OK') return Response.json(answer);
	const error = new AppError(code, {
		status,
		message: answer.message,
		userMessage: answer.message,
		metadata: { verdict: answer.verdict, previous: answer.previous, guest: answer.guest },
	});
	const body = toErrorBody(error, { requestId: context.requestId, path, now: services.clock.now() });
	return Response.json({ ...body, ...answer }, { status });
}

async function answerUndo(
	services: Services,
	scope: { organisationId: string; eventId: string },
	body: { guestId: string; reason: string },
): Promise<contracts.CheckInAnswer> {
	const undone = await undoCheckIn(services, { ...scope, attendeeId: body.guestId, reason: body.reason });
	if (!undone) throw notFound('Guest');
	return {
		success: true,
		message: undone.checkInId
			? `The check-in of ${undone.guest.name} was undone.`
			: `${undone.guest.name} is not checked in.`,
		guest: { id: undone.guest.id, guestName: undone.guest.name, ticketTypeName: undone.guest.ticketTypeName },
		code: 'OK',
		verdict: 'accepted',
		previous: null,
		checkInId: undone.checkInId,
		stats: await doorStatsAfter(services, scope.eventId, undone.checkInId ? -1 : 0),
	};
}

export const checkInRoutes: Route[] = [
	handle(contracts.getStaffEvent, ({ staff }, services) => getStaffEvent(services, staff)),
	handle(contracts.getDoor, ({ scope, caller }, services) =>
		getStaffEvent(services, { ...scope, label: caller.email, abilities: [...staffAbilities] }),
	),
	handle(contracts.searchStaffGuests, ({ staff, query }, services) =>
		searchDoorGuests(services, staff, query),
	),
	handle(
		contracts.checkInByCode,
		({ staff, body, context }, services) =>
			answerCheckIn(
				services,
				context,
				{ ...staff, userId: null, guest: { ticketCode: codeOf(body.guestQrData) } },
				body,
				'/api/staff-access/checkin/[redacted]',
			) as never,
	),
	handle(
		contracts.checkInManually,
		({ staff, body, context }, services) =>
			answerCheckIn(
				services,
				context,
				{ ...staff, userId: null, guest: { attendeeId: body.guestId } },
				body,
				'/api/staff-access/manual-checkin/[redacted]',
			) as never,
	),
	handle(contracts.undoCheckIn, ({ staff, body }, services) => answerUndo(services, staff, body)),
	handle(contracts.streamStaffCheckIns, ({ staff, params, context }, services) =>
		streamDoor(services, {
			eventId: staff.eventId,
			signal: context.signal,
			isAllowed: async () => (await findStaff(services, params.token)) !== null,
		}),
	),
	handle(contracts.listAttendees, ({ scope, query }, services) => listGuests(services, scope, query)),
	handle(contracts.exportAttendees, ({ scope, query }, services) => exportGuests(services, scope, query)),
	handle(contracts.getEventFigures, async ({ scope }, services) =>
		getEventFigures(services, { ...scope, timeZone: (await getDoorEvent(services, scope)).timeZone }),
	),
	handle(contracts.streamEvent, ({ scope, context }, services) =>
		streamDoor(services, { eventId: scope.eventId, signal: context.signal, isAllowed: async () => true }),
	),
	handle(
		contracts.checkInAsMember,
		({ scope, caller, body, context }, services) =>
			answerCheckIn(
				services,
				context,
				{
					...scope,
					staffLinkId: null,
					userId: caller.userId,
					device: caller.email,
					guest:
						body.guestId === undefined
							? { ticketCode: codeOf(body.guestQrData ?? '') }
							: { attendeeId: body.guestId },
				},
				body,
				`/api/events/${scope.eventId}/check-ins`,
			) as never,
	),
	handle(contracts.undoCheckInAsMember, ({ scope, body }, services) => answerUndo(services, scope, body)),
];
