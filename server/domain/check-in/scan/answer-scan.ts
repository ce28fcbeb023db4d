import { getDoorEvent } from '#server/domain/events/door-event.ts';
import type { RequestContext } from '#server/http/handler.ts';
import { formatsOf } from '#server/platform/messages.ts';
import { toErrorBody } from '#server/platform/wire.ts';
import type { Services } from '#server/services.ts';
import type { CheckInAnswer } from '#shared/contracts/check-in.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { type DoorCaller, firstListId } from '../door-caller.ts';
import { doorStatsAfter } from '../figures/stats.ts';
import { requireOwnGate } from '../lists/gates.ts';
import { applyScans } from '../sync/apply-scans.ts';
import { decideScan, type ScanFacts } from './decide-scan.ts';
import { findMovedTo, findOtherEvent } from './other-event.ts';
import { presentOutcome } from './present.ts';

/** Records a try and answers it. Refusals carry the error body too, so that any client can read them. */
export async function answerScan(
	services: Services,
	context: RequestContext,
	door: DoorCaller,
	facts: ScanFacts,
	path: string,
): Promise<Response> {
	await requireOwnGate(services, door, facts.gateId);
	const outcome = await decideScan(services, door, {
		...facts,
		nonce: facts.nonce ?? context.idempotencyKey,
	});
	if (!outcome) throw notFound('Guest');
	const isNew = outcome.verdict === 'accepted' && outcome.isCounted && !outcome.isRepeated;
	const isOfOther = outcome.verdict === 'wrong_event' && facts.guestQrData !== undefined;
	const [stats, event, otherEvent] = await Promise.all([
		doorStatsAfter(services, { ...door, listId: facts.listId ?? firstListId(door) }, isNew ? 1 : 0),
		outcome.previous ? getDoorEvent(services, door) : null,
		isOfOther
			? findOtherEvent(services, door, facts.guestQrData ?? '')
			: outcome.verdict === 'cancelled' && facts.guestQrData !== undefined
				? findMovedTo(services, door, facts.guestQrData)
				: null,
	]);
	const timeZone = event?.timeZone ?? 'UTC';
	const { status, code, message, answer } = presentOutcome(outcome, {
		stats,
		timeZone,
		otherEvent,
		formats: formatsOf(context.acceptLanguage),
	});
	const answered = { ...answer, message: context.translate(message) };
	if (code === 'OK') return Response.json(answered);
	const error = new AppError(code, {
		status,
		userMessage: message,
		metadata: {
			verdict: answer.verdict,
			isCounted: answer.isCounted,
			previous: answer.previous,
			guest: answer.guest,
			...(otherEvent ? { otherEvent } : {}),
		},
	});
	const { requestId, translate } = context;
	const body = toErrorBody(error, { requestId, path, now: services.clock.now(), translate });
	return Response.json({ ...body, ...answered }, { status });
}

/**
 * Annuls the check-in of a guest, with a reason, and every other admission on the same ticket. Repeating it changes nothing. The
 * annulled rows get new sequence numbers, so that every device receives the change.
 */
export async function answerUndo(
	services: Services,
	context: Pick<RequestContext, 'translate'>,
	door: DoorCaller,
	body: { guestId: string; reason: string; listId?: string | undefined; nonce?: string | undefined },
): Promise<CheckInAnswer> {
	const [result] = await applyScans(
		services,
		door,
		{ id: null, name: door.device },
		[
			{
				kind: 'undo',
				nonce: body.nonce ?? newId(),
				guestId: body.guestId,
				listId: body.listId,
				reason: body.reason,
				scannedAt: services.clock.now().toISOString(),
				clockOffsetMs: 0,
			},
		],
		{ isReplayed: false },
	);
	if (!result?.guest) throw notFound('Guest');
	const { guest, checkInId, isCounted } = result;
	const name = guest.guestName || message`This guest`;
	return {
		success: true,
		message: context.translate(
			checkInId ? message`${name}’s check-in was undone.` : message`${name} isn’t checked in.`,
		),
		guest,
		code: 'OK',
		verdict: 'accepted',
		isCounted,
		previous: null,
		checkInId,
		stats: await doorStatsAfter(
			services,
			{ ...door, listId: body.listId ?? firstListId(door) },
			checkInId && isCounted ? -1 : 0,
		),
	};
}
