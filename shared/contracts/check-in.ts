import { z } from '../lib/z.ts';
import { type Verdict, verdicts } from '../rules/door-verdict.ts';
import { staffAbilities } from '../rules/staff-abilities.ts';
import { page, paging, text, uuid, uuidList } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

export { type Verdict, verdicts };

export const staffParams = z.object({ token: z.string().min(10).max(200) });

/** A guest as the door sees them (section 3 of the specification, with the ticket type beside). */
export const doorGuest = z.object({
	id: uuid(),
	guestName: z.string(),
	/** Masked for links without the ability to see addresses. */
	guestEmail: z.string(),
	checkedInAt: z.string().nullable(),
	ticketTypeName: z.string(),
});
export type DoorGuest = z.output<typeof doorGuest>;

export const doorStats = z.object({
	checkedInCount: z.int(),
	totalAttendees: z.int(),
	/** Percent, rounded to a whole number; 0 without guests. */
	checkInRate: z.number(),
});

export const staffEvent = z
	.object({
		event: z.object({
			id: uuid(),
			title: z.string(),
			location: z.string(),
			startDate: z.string(),
			timeZone: z.string(),
		}),
		guestList: z.array(doorGuest),
		/** True when the event has more guests than the list holds; search asks the server then. */
		hasMoreGuests: z.boolean(),
		stats: doorStats,
		link: z.object({ label: z.string(), abilities: z.array(z.enum(staffAbilities)) }),
	})
	.meta({ id: 'StaffEvent' });
export type StaffEvent = z.output<typeof staffEvent>;

export const getStaffEvent = endpoint({
	id: 'checkIn.getStaffEvent',
	method: 'GET',
	path: '/api/staff-access/event/{token}',
	summary: 'Get event, guest list and figures for check-in with a staff link.',
	access: { kind: 'staff' },
	limit: 'scan',
	params: staffParams,
	output: staffEvent,
});

/** Answer to a check-in, accepted or not; refusals come with HTTP 200 and `success: false` only where the specification asks: see decisions. */
export const checkInAnswer = z
	.object({
		success: z.boolean(),
		message: z.string(),
		guest: z.object({ id: uuid(), guestName: z.string(), ticketTypeName: z.string() }).nullable(),
		code: z.string(),
		verdict: z.enum(verdicts),
		/** False: the ticket is an add-on, accepted here and no guest of this list. */
		isCounted: z.boolean(),
		/** The check-in that stands, when there is one. */
		previous: z.object({ checkedInAt: z.string(), device: z.string() }).nullable(),
		checkInId: uuid().nullable(),
		/** The others of the same group, or else of the same order, when there are some: the door may let several in at once. */
		party: z
			.array(
				z.object({
					id: uuid(),
					guestName: z.string(),
					ticketTypeName: z.string(),
					isCheckedIn: z.boolean(),
				}),
			)
			.optional(),
		/** For `wrong_event`: the event that the ticket is for, where it is one of the same organisation. For `cancelled`: the date to which its guest was moved. */
		otherEvent: z.object({ title: z.string(), startDate: z.string(), timeZone: z.string() }).optional(),
		stats: doorStats,
	})
	.meta({ id: 'CheckInAnswer' });
export type CheckInAnswer = z.output<typeof checkInAnswer>;

const scanFacts = {
	/** Made by the device, at most 64 characters; the same nonce twice counts once. Idempotency-Key says the same. */
	nonce: z.string().min(8).max(64).optional(),
	/** The device's time of the scan. */
	scannedAt: z.iso.datetime({ offset: true }).optional(),
	device: text({ max: 60 }).optional(),
	/** The device's own id, made once and stored. */
	deviceId: z
		.string()
		.regex(/^[\w-]{8,64}$/)
		.meta({ examples: ['b0a9c1f2-6f0e-4a8b-9a51-2d9a4f7c1e10'] })
		.optional(),
	/** Server time minus device time, as the device knows it. With it, `scannedAt` decides when the scan happened. */
	clockOffsetMs: z.int().min(-315_576_000_000).max(315_576_000_000).optional(),
	/** The check-in list; the link's first list when absent. */
	listId: uuid().optional(),
	gateId: uuid().nullable().optional(),
	direction: z.enum(['in', 'out']).default('in'),
};

export const checkInByCode = endpoint({
	id: 'checkIn.checkInByCode',
	method: 'POST',
	path: '/api/staff-access/checkin/{token}',
	summary: 'Check in the guest whose code was scanned.',
	access: { kind: 'staff', ability: 'scan' },
	limit: 'scan',
	idempotency: 'command',
	params: staffParams,
	body: z.object({ guestQrData: z.string().min(1).max(4_000), ...scanFacts }),
	output: checkInAnswer,
});

export const checkInManually = endpoint({
	id: 'checkIn.checkInManually',
	method: 'POST',
	path: '/api/staff-access/manual-checkin/{token}',
	summary: 'Check in a guest picked from the list.',
	access: { kind: 'staff', ability: 'manual_check_in' },
	limit: 'scan',
	idempotency: 'command',
	params: staffParams,
	body: z.object({ guestId: uuid(), ...scanFacts }),
	output: checkInAnswer,
});

const undoBody = z.object({
	guestId: uuid(),
	reason: text({ max: 300, lines: true }).default(''),
	listId: uuid().optional(),
	nonce: z.string().min(8).max(64).optional(),
});

export const undoCheckIn = endpoint({
	id: 'checkIn.undoCheckIn',
	method: 'POST',
	path: '/api/staff-access/undo/{token}',
	summary: 'Undo a check-in with a reason. Repeating it changes nothing.',
	access: { kind: 'staff', ability: 'undo' },
	limit: 'scan',
	params: staffParams,
	body: undoBody,
	output: checkInAnswer,
});

export const getDoor = endpoint({
	id: 'checkIn.getDoor',
	method: 'GET',
	path: '/api/events/{event}/door',
	summary: 'Get event, guest list and figures for check-in as a signed-in member.',
	access: eventAccess('check_ins.perform'),
	limit: 'scan',
	params: eventParams,
	output: staffEvent,
});

export const searchStaffGuests = endpoint({
	id: 'checkIn.searchStaffGuests',
	method: 'GET',
	path: '/api/staff-access/guests/{token}',
	summary: 'Search the guest list of a large event during check-in.',
	access: { kind: 'staff', ability: 'search' },
	limit: 'scan',
	params: staffParams,
	query: z.object({
		q: z.string().max(200).default(''),
		/** These guests alone: a device asks for the addresses of the rows in view. */
		ids: uuidList(50).optional(),
		...paging(50, 100),
	}),
	output: page(doorGuest),
});

export const streamStaffCheckIns = endpoint({
	id: 'checkIn.streamStaffCheckIns',
	method: 'GET',
	path: '/api/staff-access/stream/{token}',
	summary:
		'Stream check-ins and undos of an event from all devices as server-sent events, within about a second.',
	access: { kind: 'staff' },
	limit: 'scan',
	params: staffParams,
	output: {
		contentType: 'text/event-stream',
		description: 'Events `check-in`, `undo` and `stats`; `ended` as the last one, once the link has ended',
	},
});

export const checkInAsMember = endpoint({
	id: 'checkIn.checkInAsMember',
	method: 'POST',
	path: '/api/events/{event}/check-ins',
	summary: 'Check in as a signed-in member: by scanned code or by guest.',
	access: eventAccess('check_ins.perform'),
	limit: 'scan',
	idempotency: 'command',
	params: eventParams,
	body: z
		.object({
			guestQrData: z.string().min(1).max(4_000).optional(),
			guestId: uuid().optional(),
			...scanFacts,
		})
		.refine((body) => (body.guestQrData === undefined) !== (body.guestId === undefined), {
			path: ['guestQrData'],
			message: 'Send guestQrData or guestId.',
		})
		.meta({ oneOf: [{ required: ['guestQrData'] }, { required: ['guestId'] }] }),
	output: checkInAnswer,
});

export const undoCheckInAsMember = endpoint({
	id: 'checkIn.undoCheckInAsMember',
	method: 'POST',
	path: '/api/events/{event}/check-ins/undo',
	summary: 'Undo a check-in as a signed-in member.',
	access: eventAccess('check_ins.perform'),
	limit: 'scan',
	params: eventParams,
	body: undoBody,
	output: checkInAnswer,
});
