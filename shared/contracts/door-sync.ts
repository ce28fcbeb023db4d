import { z } from '../lib/z.ts';
import { fieldsIn } from '../rules/attendee-fields.ts';
import { conflictKinds } from '../rules/door-log.ts';
import { verdicts } from '../rules/door-verdict.ts';
import { doorStats, staffParams } from './check-in.ts';
import { cursor, text, uuid } from './common.ts';
import { doorConflict, doorLink, doorSetup } from './door-setup.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/*
 * The door without a network: a device loads what it needs (setup, feed), decides by itself (shared/rules/door-verdict.ts), and
 * sends what it decided (sync). Each call exists twice: behind a staff link, and for signed-in members.
 */

/**
 * A guest in 60 bytes or so: [id as 22 characters (`unpackId`), hash of the code, name, ticket type as index into
 * `setup.ticketTypes` (-1: made since, ask for the setup again), state 0 active · 1 unpaid · 2 cancelled, group or '' for a party
 * of one, questions]. Guests of one order carry the same group. `questions` are those of `setup.questions`, by index, that the guest
 * is asked and has not answered; absent where there are none. Answers are never sent. `details` are the attendee's fields of the
 * view `check-in`, in their order; absent where all are empty, and `questions` is there (empty) where they are.
 */
export const feedGuest = z.tuple([
	z.string(),
	z.string(),
	z.string(),
	z.int(),
	z.union([z.literal(0), z.literal(1), z.literal(2)]),
	z.string(),
	z.array(z.int()).optional(),
	z.array(z.string()).optional(),
]);
export type FeedGuest = z.output<typeof feedGuest>;

/**
 * Where a guest stands at a list: [guest id as 22 characters, list as index into `setup.lists`, first entry in epoch seconds or 0
 * when nobody was let in, inside since in epoch seconds or 0 when outside, device of the latest entry, nonce of the latest entry
 * or '']. It replaces what the device had for this guest and list.
 */
export const feedPresence = z.tuple([z.string(), z.int(), z.int(), z.int(), z.string(), z.string()]);
export type FeedPresence = z.output<typeof feedPresence>;

/**
 * Raised with every change of the two tuples above. Devices that hold a list of another format fetch it anew, as they do when
 * another field of attendees is shown at check-in.
 */
const FEED_VERSION = 3;
export const feedFormat = [FEED_VERSION, ...fieldsIn('check-in')].join(' ');

export const doorFeed = z
	.object({
		link: doorLink,
		guests: z.array(feedGuest),
		/** Ids (22 characters) of guests that no longer exist. */
		gone: z.array(z.string()),
		/** Hashes of codes that were replaced by new ones: a scan of one is `cancelled`. */
		retired: z.array(z.string()),
		standings: z.array(feedPresence),
		/** Conflicts nobody settled yet, newest first, 50 at most; whole with every answer that is `isUpToDate`. */
		conflicts: z.array(doorConflict),
		stats: doorStats,
		/** Hand it back for what comes next; keep it with the snapshot. */
		cursor: z.string(),
		/** False: ask again at once, there is more. */
		isUpToDate: z.boolean(),
		/** True: the cursor is too old or of another kind of list; begin anew without one. */
		mustReset: z.boolean(),
		now: z.string(),
	})
	.meta({ id: 'DoorFeed' });
export type DoorFeed = z.output<typeof doorFeed>;

const feedQuery = z.object({ cursor: cursor().optional() });

/** The device that sends. */
export const doorDevice = z.object({
	/** Made once by the device and stored. */
	id: z
		.string()
		.regex(/^[\w-]{8,64}$/)
		.meta({ examples: ['b0a9c1f2-6f0e-4a8b-9a51-2d9a4f7c1e10'] }),
	name: text({ max: 60 }),
	gateId: uuid().nullable().optional(),
	/** Scans that still wait on the device, those of this call included. */
	queued: z.int().min(0).max(1_000_000).default(0),
});

const nonce = () => z.string().min(8).max(64);

const itemFacts = {
	nonce: nonce(),
	listId: uuid().optional(),
	gateId: uuid().nullable().optional(),
	/** The device's own time of the scan, never put right. */
	scannedAt: z.iso.datetime({ offset: true }),
	/** Server time minus device time in milliseconds, as the device knew it when it scanned; 0 when it never knew. */
	clockOffsetMs: z.int().min(-315_576_000_000).max(315_576_000_000).default(0),
	/** For scans taken in from the file of another device: who scanned. */
	device: z
		.object({
			id: z
				.string()
				.regex(/^[\w-]{8,64}$/)
				.meta({ examples: ['b0a9c1f2-6f0e-4a8b-9a51-2d9a4f7c1e10'] }),
			name: text({ max: 60 }),
		})
		.optional(),
};

export const syncScan = z.object({
	kind: z.literal('scan'),
	...itemFacts,
	/** What was scanned or typed. */
	guestQrData: z.string().min(1).max(4_000).optional(),
	/** Who was picked from the list; or whom the snapshot named for the code, beside `guestQrData`. */
	guestId: uuid().optional(),
	method: z.enum(['scan', 'manual']).default('scan'),
	direction: z.enum(['in', 'out']).default('in'),
	/** `admitted`, `refused`: the door decided and the person acted on it. `ask`: the server decides now. */
	decision: z.enum(['admitted', 'refused', 'ask']),
	/** The verdict that the device showed; stored beside the server's. */
	shown: z.enum(verdicts).optional(),
	reason: text({ max: 300, lines: true }).optional(),
});

export const syncUndo = z.object({
	kind: z.literal('undo'),
	...itemFacts,
	/** Nonce of the scan to take back; it may come later than its undo. */
	target: nonce().optional(),
	/** Without a target: take back the latest entry of this guest. */
	guestId: uuid().optional(),
	reason: text({ max: 300, lines: true }).default(''),
});

/** What a guest said to a question that is asked at the door. */
export const syncAnswerItem = z.object({
	kind: z.literal('answer'),
	...itemFacts,
	guestId: uuid(),
	questionId: uuid(),
	/** As its question has it (shared/rules/answers.ts). The later of two answers stands, whoever gave them. */
	value: z.union([z.string().max(10_000), z.number(), z.boolean(), z.array(z.string().max(40)).max(100)]),
});

/** Entries of the check-in log. */
export const syncItem = z.discriminatedUnion('kind', [syncScan, syncUndo]);
export type SyncItem = z.output<typeof syncItem>;
export type SyncItemInput = z.input<typeof syncItem>;

/** Whatever waits on a device. */
export const syncEntry = z.discriminatedUnion('kind', [syncScan, syncUndo, syncAnswerItem]);
export type SyncEntry = z.output<typeof syncEntry>;
export type SyncEntryInput = z.input<typeof syncEntry>;
export type SyncAnswerItem = z.output<typeof syncAnswerItem>;

/** Most scans in one batch. */
export const MAX_SYNC_ITEMS = 500;

export const syncResult = z.object({
	nonce: z.string(),
	/** `repeated`: known already, nothing new. `refused`: not stored; `problem` says why, and the device shows it. */
	outcome: z.enum(['recorded', 'repeated', 'refused']),
	verdict: z.enum(verdicts).nullable(),
	/** False: the ticket is an add-on, and no guest of its list. */
	isCounted: z.boolean(),
	guest: z.object({ id: uuid(), guestName: z.string(), ticketTypeName: z.string() }).nullable(),
	/** The admission that stands against this one, for `already_checked_in` and `conflict`. */
	previous: z.object({ checkedInAt: z.string(), device: z.string() }).nullable(),
	conflict: z.enum(conflictKinds).nullable(),
	checkInId: uuid().nullable(),
	problem: z.string().nullable(),
});
export type SyncResult = z.output<typeof syncResult>;

const syncBody = z.object({
	device: doorDevice,
	/** Oldest first; may be empty, as a sign of life. */
	items: z.array(syncEntry).max(MAX_SYNC_ITEMS),
});

const syncAnswer = z
	.object({
		link: doorLink,
		/** One for each item, in their order. */
		results: z.array(syncResult),
		conflicts: z.array(doorConflict),
		stats: doorStats,
		now: z.string(),
	})
	.meta({ id: 'DoorSync' });
export type DoorSync = z.output<typeof syncAnswer>;

/** Parameters stand in each endpoint: a shared object that names a schema would carry it into the app. */
const staffDoor = {
	access: { kind: 'staff', isOpenAfterEnd: true },
	limit: 'scan',
} as const;
const memberDoor = {
	access: eventAccess('check_ins.perform'),
	limit: 'scan',
} as const;

export const getStaffDoor = endpoint({
	...staffDoor,
	params: staffParams,
	id: 'checkIn.getStaffDoor',
	method: 'GET',
	path: '/api/staff-access/door/{token}',
	summary: 'Get what a device needs to work offline: event, lists, gates, salt, clock.',
	output: doorSetup,
});

export const readStaffFeed = endpoint({
	...staffDoor,
	params: staffParams,
	id: 'checkIn.readStaffFeed',
	method: 'GET',
	path: '/api/staff-access/feed/{token}',
	summary: 'List all guests by page, then changes since. One cursor for both.',
	query: feedQuery,
	output: doorFeed,
});

export const syncStaffDoor = endpoint({
	...staffDoor,
	params: staffParams,
	id: 'checkIn.syncStaffDoor',
	method: 'POST',
	path: '/api/staff-access/sync/{token}',
	summary: 'Submit what a device recorded offline: scans, undos and answers, in any order. Safe to repeat.',
	idempotency: 'command',
	maxBodyBytes: 1_000_000,
	body: syncBody,
	output: syncAnswer,
});

export const getMemberDoor = endpoint({
	...memberDoor,
	params: eventParams,
	id: 'checkIn.getMemberDoor',
	method: 'GET',
	path: '/api/events/{event}/door/setup',
	summary: 'Get what the device of a signed-in member needs to work offline.',
	output: doorSetup,
});

export const readMemberFeed = endpoint({
	...memberDoor,
	params: eventParams,
	id: 'checkIn.readMemberFeed',
	method: 'GET',
	path: '/api/events/{event}/door/feed',
	summary: 'List all guests by page, then changes since, as a signed-in member.',
	query: feedQuery,
	output: doorFeed,
});

export const syncMemberDoor = endpoint({
	...memberDoor,
	params: eventParams,
	id: 'checkIn.syncMemberDoor',
	method: 'POST',
	path: '/api/events/{event}/door/sync',
	summary: 'Submit what the device of a signed-in member recorded offline, or a queue imported from a file.',
	idempotency: 'command',
	maxBodyBytes: 1_000_000,
	body: syncBody,
	output: syncAnswer,
});
