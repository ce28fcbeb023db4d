import type { CheckInAnswer } from '#shared/contracts/check-in.ts';
import type { SyncResult } from '#shared/contracts/door-sync.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { toErrorBody } from '#shared/errors/wire.ts';
import { newId } from '#shared/lib/ids.ts';
import type { RequestContext } from '../../../http/handler.ts';
import { formatsOf } from '../../../platform/messages.ts';
import type { Services } from '../../../services.ts';
import { getDoorEvent } from '../../events/door-event.ts';
import { type DoorCaller, firstListId, nameFor, seesNames } from '../door-caller.ts';
import { doorStatsAfter } from '../figures/stats.ts';
import { findOwnGate } from '../lists/gates.ts';
import { applyScans } from '../sync/apply-scans.ts';
import { codeOf } from '../sync/sync-context.ts';
import { findOtherEvent } from './other-event.ts';
import { presentOutcome } from './present.ts';
import { type CheckInOutcome, recordCheckIn } from './record-check-in.ts';
import { undoCheckIn } from './undo-check-in.ts';

/** What a call says of its scan. */
export interface ScanFacts {
	guestQrData?: string | undefined;
	guestId?: string | undefined;
	nonce?: string | undefined;
	scannedAt?: string | undefined;
	clockOffsetMs?: number | undefined;
	device?: string | undefined;
	deviceId?: string | undefined;
	listId?: string | undefined;
	gateId?: string | null | undefined;
	direction: 'in' | 'out';
}

/** No database holds the years before the common era, nor those after 9999. */
const storable = (instant: string) => {
	const date = new Date(instant);
	return date.getUTCFullYear() >= 1970 && date.getUTCFullYear() < 2200 ? date : null;
};

/** Tries to let somebody in or out, in one statement where the list is plain, by the guest's whole log elsewhere. */
async function decide(
	services: Services,
	door: DoorCaller,
	facts: ScanFacts,
	nonce: string | null,
): Promise<CheckInOutcome | null> {
	const listId = facts.listId ?? firstListId(door);
	const isOpen = !door.listIds || door.listIds.includes(listId);
	if (facts.direction === 'in' && isOpen) {
		const outcome = await recordCheckIn(services, {
			organisationId: door.organisationId,
			eventId: door.eventId,
			staffLinkId: door.staffLinkId,
			userId: door.userId,
			device: facts.device || door.device,
			deviceId: facts.deviceId,
			gateId: facts.gateId ?? door.gateId,
			listId,
			guest:
				facts.guestId === undefined
					? { ticketCode: codeOf(facts.guestQrData ?? '') }
					: { attendeeId: facts.guestId },
			nonce,
			scannedAt: facts.scannedAt ? storable(facts.scannedAt) : null,
		});
		if (outcome !== 'needs-log') return outcome;
	}
	const [result] = await applyScans(
		services,
		door,
		{ id: facts.deviceId ?? null, name: facts.device || door.device, gateId: facts.gateId },
		[
			{
				kind: 'scan',
				nonce: nonce ?? newId(),
				guestQrData: facts.guestQrData,
				guestId: facts.guestId,
				listId,
				direction: facts.direction,
				decision: 'ask',
				method: facts.guestId === undefined ? 'scan' : 'manual',
				scannedAt: facts.scannedAt ?? services.clock.now().toISOString(),
				clockOffsetMs: 0,
			},
		],
		{ isReplayed: false },
	);
	return result ? toOutcome(result, facts, services.clock.now()) : null;
}

function toOutcome(result: SyncResult, facts: ScanFacts, now: Date): CheckInOutcome | null {
	if (facts.guestId !== undefined && !result.guest) return null;
	if (!result.checkInId || !result.verdict) return null;
	return {
		checkInId: result.checkInId,
		verdict: result.verdict,
		guest: result.guest
			? {
					id: result.guest.id,
					name: result.guest.guestName,
					ticketTypeName: result.guest.ticketTypeName,
				}
			: null,
		previous: result.previous
			? { checkedInAt: new Date(result.previous.checkedInAt), device: result.previous.device }
			: null,
		recordedAt: now,
		isReplay: result.outcome === 'repeated',
		party: [],
	};
}

/** Without the ability to search, only whose ticket was scanned is named. */
function namedFor(door: DoorCaller, outcome: CheckInOutcome, facts: ScanFacts): CheckInOutcome {
	if (seesNames(door)) return outcome;
	const isScanned = facts.guestQrData !== undefined;
	return {
		...outcome,
		guest: outcome.guest && (isScanned ? outcome.guest : { ...outcome.guest, name: '' }),
		party: outcome.party.map((member) => nameFor(door, member)),
	};
}

/** Records a try and answers it. Refusals carry the error body too, so that any client can read them. */
export async function answerScan(
	services: Services,
	context: RequestContext,
	door: DoorCaller,
	facts: ScanFacts,
	path: string,
): Promise<Response> {
	const gateId = await findOwnGate(services, door, facts.gateId);
	const decided = await decide(
		services,
		door,
		{ ...facts, gateId },
		facts.nonce ?? context.idempotencyKey ?? null,
	);
	if (!decided) throw notFound('Guest');
	const outcome = namedFor(door, decided, facts);
	const isNew = outcome.verdict === 'accepted' && !outcome.isReplay;
	const isOfOther = outcome.verdict === 'wrong_event' && facts.guestQrData !== undefined;
	const [stats, event, otherEvent] = await Promise.all([
		doorStatsAfter(services, { ...door, listId: facts.listId ?? firstListId(door) }, isNew ? 1 : 0),
		outcome.previous ? getDoorEvent(services, door) : null,
		isOfOther ? findOtherEvent(services, door, facts.guestQrData ?? '') : null,
	]);
	const timeZone = event?.timeZone ?? 'UTC';
	const { status, code, message, answer } = presentOutcome(outcome, {
		stats,
		timeZone,
		otherEvent,
		formats: formatsOf(context.acceptLanguage),
	});
	const told = { ...answer, message: context.translate(message) };
	if (code === 'OK') return Response.json(told);
	const error = new AppError(code, {
		status,
		userMessage: message,
		metadata: {
			verdict: answer.verdict,
			previous: answer.previous,
			guest: answer.guest,
			...(otherEvent ? { otherEvent } : {}),
		},
	});
	const { requestId, translate } = context;
	const body = toErrorBody(error, { requestId, path, now: services.clock.now(), translate });
	return Response.json({ ...body, ...told }, { status });
}

/** Takes a check-in back and says so. */
export async function answerUndo(
	services: Services,
	context: Pick<RequestContext, 'translate'>,
	door: DoorCaller,
	body: { guestId: string; reason: string; listId?: string | undefined; nonce?: string | undefined },
): Promise<CheckInAnswer> {
	const undone = await undoCheckIn(services, door, {
		attendeeId: body.guestId,
		reason: body.reason,
		listId: body.listId,
		nonce: body.nonce,
	});
	if (!undone) throw notFound('Guest');
	const { id, name: guestName, ticketTypeName } = undone.guest;
	const guest = nameFor(door, { id, guestName, ticketTypeName });
	const name = guest.guestName || message`This guest`;
	return {
		success: true,
		message: context.translate(
			undone.checkInId ? message`${name}’s check-in was undone.` : message`${name} isn’t checked in.`,
		),
		guest,
		code: 'OK',
		verdict: 'accepted',
		previous: null,
		checkInId: undone.checkInId,
		stats: await doorStatsAfter(
			services,
			{ ...door, listId: body.listId ?? firstListId(door) },
			undone.checkInId ? -1 : 0,
		),
	};
}
