import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newTicketCode } from '#server/domain/orders/sale/sale-statement.ts';
import type { Services } from '#server/services.ts';
import { type SyncItemInput, syncItem } from '#shared/contracts/door-sync.ts';
import { newId } from '#shared/lib/ids.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { checkInChecks } from '../checks.ts';
import { type DoorCaller, memberCaller } from '../door-caller.ts';
import { decideScan } from '../scan/decide-scan.ts';
import { applyScans } from './apply-scans.ts';

/*
 * A steward takes an online scan back before the server has written it: scan and undo are under way at the same time. Whichever
 * comes first, what is on record is what the log says. The interleavings are held open by locks, not by time.
 */
const { database, services } = useTestApi();

interface Stage {
	door: DoorCaller;
	guest: string;
	code: string;
	nonce: string;
}

async function makeStage(): Promise<Stage> {
	const event = await insertSellingEvent(database(), null);
	const guest = newId();
	const code = newTicketCode();
	await database().pool.query(
		`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, ticket_code, status)
		VALUES ($1, $2, $3, gen_random_uuid(), $4, 'Ada', $5, 'active')`,
		[guest, event.organisationId, event.eventId, event.ticketTypeId, code],
	);
	const member = {
		userId: event.organisationId,
		email: 'owner@example.org',
		rights: { role: 'owner' as const, isLimited: false },
	};
	return { door: await memberCaller(services, event, member), guest, code, nonce: `scan-${randomUUID()}` };
}

/** How the guest is named. */
const ways = {
	'a scanned code': (stage: Stage) => ({ guestQrData: stage.code }),
	'a guest picked from the list': (stage: Stage) => ({ guestId: stage.guest }),
};

const scan = (stage: Stage, way: keyof typeof ways) =>
	decideScan(services, stage.door, {
		...ways[way](stage),
		nonce: stage.nonce,
		device: 'North',
		direction: 'in',
	});

/** The two forms of an undo that a device hands in: of its own scan, or of whatever let the guest in before then. */
const undos = {
	'its own scan': (stage: Stage) => ({ target: stage.nonce }),
	// By a clock that runs ahead: the scan is older, whenever it is written.
	'the latest entry': (stage: Stage) => ({ guestId: stage.guest, clockOffsetMs: 3_600_000 }),
};

const undoItem = (stage: Stage, what: keyof typeof undos) =>
	syncItem.parse({
		kind: 'undo',
		nonce: `undo-${stage.nonce}`,
		scannedAt: new Date().toISOString(),
		...undos[what](stage),
	} satisfies SyncItemInput);

const handInUndo = (stage: Stage, what: keyof typeof undos, by = services) =>
	applyScans(by, stage.door, { id: 'device-north', name: 'North' }, [undoItem(stage, what)], {
		isReplayed: true,
	});

/** Resolves when somebody waits for such a lock in this database, or what was begun is over. */
async function waitsFor(lock: string, isOver: () => boolean): Promise<void> {
	const find = `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
		WHERE a.datname = current_database() AND NOT l.granted AND ${lock}`;
	await expect
		.poll(async () => isOver() || (await database().pool.query(find)).rowCount === 1, {
			interval: 5,
		})
		.toBe(true);
}

/** The scan is held in the middle of its statement, behind somebody else's uncommitted entry; then the undo comes. */
async function scanFirst(stage: Stage, way: keyof typeof ways, what: keyof typeof undos): Promise<void> {
	const other = await database().pool.connect();
	try {
		await other.query('BEGIN');
		await other.query(
			`INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, nonce, scanned_at)
			VALUES (gen_random_uuid(), $1, $2, $2, $3, 'accepted', 'scan', 'other', now())`,
			[stage.door.organisationId, stage.door.eventId, stage.guest],
		);
		const scanned = scan(stage, way);
		await waitsFor(`l.locktype = 'transactionid'`, () => false);
		let isUndone = false;
		const undone = handInUndo(stage, what).then(() => {
			isUndone = true;
		});
		await waitsFor(`l.locktype = 'advisory' AND l.mode = 'ExclusiveLock'`, () => isUndone);
		await other.query('ROLLBACK');
		await Promise.all([scanned, undone]);
	} finally {
		other.release();
	}
}

/** The undo is held before its commit; then the scan comes, with a snapshot that does not have the undo. */
async function undoFirst(stage: Stage, way: keyof typeof ways, what: keyof typeof undos): Promise<void> {
	let isWritten = () => {};
	const written = new Promise<void>((resolve) => {
		isWritten = resolve;
	});
	let goOn = () => {};
	const mayGoOn = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	const slow: Services = {
		...services,
		database: {
			...services.database,
			transaction: (work, how) =>
				services.database.transaction(async (tx) => {
					const result = await work(tx);
					isWritten();
					await mayGoOn;
					return result;
				}, how),
		},
	};
	const undone = handInUndo(stage, what, slow);
	await written;
	let isScanned = false;
	const scanned = scan(stage, way).then(() => {
		isScanned = true;
	});
	await waitsFor(`l.locktype = 'advisory'`, () => isScanned);
	goOn();
	await Promise.all([undone, scanned]);
}

const orders = { 'the scan is under way first': scanFirst, 'the undo is under way first': undoFirst };

async function differences(): Promise<string[]> {
	return (await Promise.all(checkInChecks.map((check) => check.run(services)))).flat();
}

const isInside = async (stage: Stage) =>
	(
		await database().pool.query(
			`SELECT FROM check_ins WHERE event_id = $1 AND verdict = 'accepted' AND annulled_at IS NULL`,
			[stage.door.eventId],
		)
	).rowCount === 1;

const cases = (Object.keys(orders) as (keyof typeof orders)[]).flatMap((order) =>
	(Object.keys(ways) as (keyof typeof ways)[]).flatMap((way) =>
		(Object.keys(undos) as (keyof typeof undos)[]).map((what) => ({ order, way, what })),
	),
);

test.each([
	['refused', 'admitted', 'undo'],
	['refused', 'undo', 'admitted'],
	['undo', 'refused', 'admitted'],
	['admitted', 'undo', 'refused'],
	['undo', 'admitted', 'refused'],
	['admitted', 'refused', 'undo'],
] as const)('two reports of one scan and its undo: %s, %s, %s', async (...order) => {
	const stage = await makeStage();
	const scanItem = (decision: 'admitted' | 'refused') =>
		syncItem.parse({
			kind: 'scan',
			nonce: stage.nonce,
			guestQrData: stage.code,
			decision,
			scannedAt: new Date().toISOString(),
		});
	for (const what of order) {
		const item = what === 'undo' ? undoItem(stage, 'its own scan') : scanItem(what);
		const device = { id: 'device-north', name: 'North' };
		await applyScans(services, stage.door, device, [item], { isReplayed: true });
	}
	const { rows } = await database().pool.query(
		'SELECT verdict, decision, annulled_at IS NOT NULL AS is_annulled FROM check_ins WHERE event_id = $1',
		[stage.door.eventId],
	);
	expect(rows).toEqual([{ verdict: 'accepted', decision: 'admitted', is_annulled: true }]);
	expect(await differences()).toEqual([]);
});

describe('an undo beside the scan that it takes back', () => {
	test.each(cases)('$order: $way, undone as $what', async ({ order, way, what }) => {
		const stage = await makeStage();
		await orders[order](stage, way, what);
		// A scan that the server decides after it took in an undo of whatever stood then is a new entry.
		expect(await isInside(stage)).toBe(
			order === 'the undo is under way first' && what === 'the latest entry',
		);
		const { rows } = await database().pool.query('SELECT nonce FROM check_ins WHERE event_id = $1', [
			stage.door.eventId,
		]);
		expect(rows).toEqual([{ nonce: stage.nonce }]);
		expect(await differences()).toEqual([]);
	});

	test('without the lock the guest stays inside and `foyer verify` finds it: the tests above can fail', async () => {
		const { rows } = await database().pool.query<{ text: string }>(
			`SELECT pg_get_functiondef('foyer_undo_waits(uuid, uuid, text, uuid)'::regprocedure) AS text`,
		);
		await database().pool.query(
			`CREATE OR REPLACE FUNCTION foyer_undo_waits(organisation uuid, event uuid, scan text, guest uuid) RETURNS boolean LANGUAGE sql AS 'SELECT false'`,
		);
		try {
			for (const { order, way, what } of cases) {
				const stage = await makeStage();
				await orders[order](stage, way, what);
				expect([order, way, what, await isInside(stage)]).toEqual([order, way, what, true]);
				expect((await differences()).length).toBeGreaterThan(0);
				await database().pool.query('TRUNCATE check_ins, check_in_undos');
			}
		} finally {
			await database().pool.query(rows[0]?.text ?? '');
		}
	});
});
