import { randomUUID } from 'node:crypto';
import { createStaffLink } from '#server/domain/staff/commands/make-staff-link.ts';
import type { DoorFeed, SyncItemInput } from '#shared/contracts/door-sync.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { openDoorDevice } from '#tests/support/door-device.ts';
import { loadOk } from './support/load.ts';
import { figure, median } from './support/rounds.ts';
import type { Bench } from './support/row.ts';
import { onStage, type Stage } from './support/stage.ts';

const guests = 100_000;
const queued = 10_000;
const batch = 500;
const devices = 500;
const listeners = 500;
const receivedScans = 40;

/** A large door: 500 devices at once, a phone with 10,000 scans in its queue, the snapshot of 100,000 guests. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const product = await stage.startProduct();
			const { seconds, rounds, say } = options;
			let turn = 0;
			const scan = async (connections: number, rate?: number) => {
				turn += 1;
				const door = await fullEvent(stage, turn);
				return loadOk({
					port: product.port,
					connections,
					ms: seconds * 1_000,
					method: 'POST',
					path: `/api/staff-access/checkin/${door.token}`,
					body: JSON.stringify({ guestQrData: `${door.prefix}{n}` }),
					...(rate === undefined ? {} : { rate }),
				});
			};
			await scan(devices);
			const peaks: number[] = [];
			for (let round = 0; round < rounds; round += 1) peaks.push((await scan(devices)).perSecond);
			const rate = median(peaks) / 2;
			const late: number[] = [];
			for (let round = 0; round < rounds; round += 1) {
				const { perSecond, p50, p99 } = await scan(devices, rate);
				say(
					`half of the peak ${round + 1}: ${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
				);
				late.push(p99);
			}
			const taken: number[] = [];
			const sizes: number[] = [];
			const waits: number[] = [];
			const doors: { token: string; prefix: string }[] = [];
			for (let round = 0; round < rounds; round += 1) {
				turn += 1;
				const door = await fullEvent(stage, turn);
				doors.push(door);
				const base = `http://127.0.0.1:${product.port}/api/staff-access`;
				const snapshot = await readSnapshot(`${base}/feed/${door.token}`);
				sizes.push(snapshot.bytes / 1e6);
				waits.push(snapshot.ms / 1_000);
				taken.push(await handIn(`${base}/sync/${door.token}`, door.prefix));
			}
			const received: number[] = [];
			const slowest: number[] = [];
			for (const door of doors) {
				const delays = await measureHearing(`http://127.0.0.1:${product.port}`, door);
				received.push(delays[Math.floor(delays.length / 2)] as number);
				slowest.push(delays.at(-1) as number);
			}
			await stage.verify();
			return [
				{
					what: `Scans, ${devices} devices at once, as fast as they are answered`,
					subject: figure(peaks, '/s'),
				},
				{
					what: `Scan p99, ${devices} devices, open loop at half of the peak (${Math.round(rate)} /s)`,
					subject: figure(late, 'ms'),
					bars: { on: 'subject', must: 'atMost', reach: 50, excellent: 15 },
					ifUnmet:
						'links are looked up together and their last use is written once (docs/decisions/140-check-in-log.md); what is left are the collector’s pauses and three programs on the same cores.',
				},
				{
					what: `${queued} queued scans of one device, batches of ${batch}, one after the other`,
					subject: figure(taken, 's'),
					bars: { on: 'subject', must: 'atMost', reach: 10, excellent: 5 },
				},
				{
					what: `From the answer to a scan until another device knows (of ${listeners} that listen), median`,
					subject: figure(received, 'ms'),
				},
				{
					what: `The same, the last of all devices, ${receivedScans} scans`,
					subject: figure(slowest, 'ms'),
					bars: { on: 'subject', must: 'atMost', reach: 1_000, excellent: 600 },
				},
				{ what: `Snapshot of ${guests} guests over the wire`, subject: figure(sizes, 'MB') },
				{ what: `Snapshot of ${guests} guests, all pages`, subject: figure(waits, 's') },
			];
		}),
};

/** All pages of the feed; what went over the wire is counted before it is unpacked. */
async function readSnapshot(url: string): Promise<{ bytes: number; ms: number }> {
	const began = performance.now();
	let bytes = 0;
	let cursor = '';
	for (;;) {
		const response = await fetch(cursor ? `${url}?cursor=${cursor}` : url, {
			headers: { 'Accept-Encoding': 'gzip' },
		});
		const text = await response.text();
		bytes += Number(response.headers.get('content-length') ?? Buffer.byteLength(text));
		const page = JSON.parse(text) as DoorFeed;
		cursor = page.cursor;
		if (page.isUpToDate) return { bytes, ms: performance.now() - began };
	}
}

/**
 * One device with its whole guest list and many that only listen; scans at odd moments. @returns milliseconds from the answer to the
 * scan until each of them knew, in order
 */
async function measureHearing(base: string, door: { token: string; prefix: string }): Promise<number[]> {
	const device = await openDoorDevice(base, door.token);
	const stop = new AbortController();
	const delays: number[] = [];
	let answeredAt = 0;
	let outstanding = 0;
	let resolveReceived = () => {};
	const hear = () => {
		delays.push(Math.max(0, performance.now() - answeredAt));
		outstanding -= 1;
		if (outstanding === 0) resolveReceived();
	};
	try {
		await Promise.all(
			Array.from({ length: listeners - 1 }, () => listen(base, door.token, stop.signal, hear)),
		);
		device.onNews(hear);
		for (let n = 1; n <= receivedScans; n += 1) {
			const received = new Promise<void>((resolve) => {
				resolveReceived = resolve;
			});
			outstanding = listeners;
			await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
			answeredAt = performance.now();
			const response = await fetch(`${base}/api/staff-access/checkin/${door.token}`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ guestQrData: `${door.prefix}${10_050_000 + n}`, device: 'Bench' }),
			});
			const { guest } = (await response.json()) as { guest: { id: string } };
			answeredAt = performance.now();
			await received;
			if (!device.isInside(guest.id)) throw new Error('A device heard of a check-in and does not know it.');
		}
	} finally {
		stop.abort();
		device.close();
	}
	return delays.sort((a, b) => a - b);
}

/** A device that listens; resolves when it does. */
async function listen(base: string, token: string, signal: AbortSignal, hear: () => void): Promise<void> {
	const response = await fetch(`${base}/api/staff-access/stream/${token}`, { signal });
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	if (!response.ok || !reader) throw new Error(`The line was not opened: ${response.status}`);
	const read = async (): Promise<string> => (await reader.read()).value ?? '';
	let text = '';
	// The first figures come when the server listens too.
	while (!text.includes('event: stats')) text += await read();
	const goOn = async () => {
		for (;;) {
			const piece = await read();
			if (piece === '') return;
			for (let n = piece.split('event: check-in').length - 1; n > 0; n -= 1) hear();
		}
	};
	goOn().catch(() => {});
}

/** Hands a queue in as a phone does. @returns seconds */
async function handIn(url: string, prefix: string): Promise<number> {
	const start = Date.now() - queued * 1_000;
	const began = performance.now();
	for (let from = 0; from < queued; from += batch) {
		const items = Array.from(
			{ length: batch },
			(_, n): SyncItemInput => ({
				kind: 'scan',
				nonce: randomUUID(),
				guestQrData: `${prefix}${10_000_000 + from + n + 1}`,
				decision: 'admitted',
				shown: 'accepted',
				scannedAt: new Date(start + (from + n) * 1_000).toISOString(),
			}),
		);
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ device: { id: 'bench-device', name: 'Phone', queued: queued - from }, items }),
		});
		const answer = (await response.json()) as { results?: { verdict: string }[] };
		if (!answer.results?.every((result) => result.verdict === 'accepted'))
			throw new Error(`A batch was not taken in: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`);
	}
	return (performance.now() - began) / 1_000;
}

/** An event whose guests' ticket codes are a prefix and a number. */
async function fullEvent(stage: Stage, turn: number): Promise<{ token: string; prefix: string }> {
	const event = await insertSellingEvent(stage.database);
	const prefix = `5${String(turn).padStart(17, '0')}`;
	const { pool } = stage.database;
	const ids = [event.organisationId, event.eventId, event.ticketTypeId];
	await pool.query(
		`WITH made AS (SELECT uuidv7() AS id, n FROM generate_series(1, ${guests}) AS n),
		o AS (
			INSERT INTO orders (id, organisation_id, event_id, code, status, buyer_name, buyer_email, currency, confirmed_at)
			SELECT id, $1, $2, 'B' || n, 'confirmed', 'Ada Lovelace', 'ada@example.org', 'EUR', now() FROM made
		), i AS (
			INSERT INTO order_items (organisation_id, event_id, order_id, ticket_type_id, quantity, places, unit_price_minor)
			SELECT $1, $2, id, $3, 1, 1, 0 FROM made
		)
		INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status)
		SELECT id, $1, $2, id, $3, (ARRAY['Ada','Grace','Mary','Rosa','Lise','Emmy','Hedy'])[1 + n % 7] || ' '
			|| (ARRAY['Lovelace','Hopper','Shelley','Parks','Meitner','Noether','Lamarr','Franklin','Curie'])[1 + n % 9] || ' ' || n % 977,
			'guest@example.org', '${prefix}' || 10000000 + n, 'active' FROM made`,
		ids,
	);
	await pool.query('UPDATE capacity_pools SET confirmed = $2 WHERE id = $1', [event.poolId, guests]);
	await pool.query('VACUUM ANALYZE orders, order_items, attendees');
	const link = await createStaffLink(stage.services, {
		...event,
		maker: { userId: null, rights: { role: 'owner', isLimited: false } },
		input: { label: 'Entrance' },
	});
	return { token: link.token, prefix };
}
