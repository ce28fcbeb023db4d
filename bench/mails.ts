import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { SMTP_CONNECTIONS } from '#server/platform/mailer.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { loadOk } from './support/load.ts';
import { type MailSink, startMailSink } from './support/mail-sink.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import { onStage, type Product, type Stage } from './support/stage.ts';

const backlog = 6_000;
/** Registrations beside the mails: a rush, and well below what the process can sell. */
const besideRate = 400;
const besideSeconds = 20;

/** Said where the bars for sending are not reached. */
const ifUnmet =
	'an email takes 0.65 to 0.87 ms of the process, 0.35 of it for writing it, and 0.5 of the database, whose two updates of its row keep fourteen indexes (bench/tuning.md); the library sends ready ones at 0.2 ms each.';

/** Confirmations from the outbox to a mail server on the same machine: a backlog, and the wait during a rush. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const sink = await startMailSink();
			try {
				const product = await stage.startProduct({
					SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
					MAIL_FROM: 'Foyer <tickets@foyer.example>',
				});
				const rows = await measure(stage, product, sink, options);
				const { rows: sent } = await stage.database.pool.query<{ tries: number }>(
					`SELECT sum(attempts)::int AS tries FROM mails WHERE status = 'sent'`,
				);
				const received = await sink.received();
				if (received < (sent[0]?.tries ?? Number.NaN)) throw new Error(`${received} mails arrived`);
				await stage.verify();
				return rows;
			} finally {
				await sink.stop();
			}
		}),
};

async function measure(
	stage: Stage,
	product: Product,
	sink: MailSink,
	options: BenchOptions,
): Promise<BenchRow[]> {
	const { pool } = stage.database;
	const event = await insertSellingEvent(stage.database, 1_000_000);
	for (let orders = 0; orders < backlog; )
		orders += (await loadOk({ ...registration(product, event), connections: 64, ms: 1_000 }, [201])).requests;
	await allAreSent(stage, event);
	const drain = async () => {
		const { rowCount } = await pool.query(
			`UPDATE mails SET status = 'queued', sent_at = NULL, next_attempt_at = now() WHERE id IN
				(SELECT id FROM mails WHERE event_id = $1 ORDER BY id LIMIT $2)`,
			[event.eventId, backlog],
		);
		const startMs = performance.now();
		await allAreSent(stage, event);
		return (rowCount as number) / ((performance.now() - startMs) / 1_000);
	};
	await drain();
	const { drained, library } = await inRounds(options, {
		drained: drain,
		library: async () => byLibrary(sink.port, await sink.last()),
	});
	const busy = await insertSellingEvent(stage.database, 1_000_000);
	const before = product.processorTime();
	const sold = await loadOk(
		{ ...registration(product, busy), connections: 64, ms: besideSeconds * 1_000, rate: besideRate },
		[201],
	);
	const load = (product.processorTime() - before) / besideSeconds;
	const endMs = performance.now();
	const { rows: ahead } = await pool.query<{ sent: number }>(
		`SELECT count(*)::int AS sent FROM mails WHERE event_id = $1 AND status = 'sent'`,
		[busy.eventId],
	);
	const owed = sold.requests - (ahead[0]?.sent ?? Number.NaN);
	await allAreSent(stage, busy);
	const drainSeconds = (performance.now() - endMs) / 1_000;
	const { rows } = await pool.query<{ count: number; longest: number }>(
		`SELECT count(*)::int, max(extract(epoch FROM m.sent_at - o.created_at))::float AS longest
		FROM mails m JOIN orders o ON o.event_id = m.event_id AND o.id = (m.props->>'orderId')::uuid
		WHERE m.event_id = $1`,
		[busy.eventId],
	);
	const { count, longest } = rows[0] as { count: number; longest: number };
	if (count !== sold.requests) throw new Error(`${count} mails for ${sold.requests} orders`);
	return [
		{
			what: 'Confirmations sent from a backlog, from the outbox to settled',
			subject: figure(drained, '/s'),
			reference: {
				name: 'the mail library sending as many ready messages to the same server',
				...figure(library, '/s'),
			},
			bars: { on: 'ratio', must: 'atLeast', reach: 0.5, excellent: 0.8 },
			ifUnmet,
		},
		{
			what: `Confirmations sent from a backlog of ${backlog}, local mail server`,
			subject: figure(drained, '/s'),
			bars: { on: 'subject', must: 'atLeast', reach: 1_500, excellent: 2_500 },
			ifUnmet,
			note: 'Each with its QR code and calendar entry, until the last is settled as sent. Worker, database and mail server share the cores. The mail server takes commands in one go (PIPELINING), as common ones do.',
		},
		{
			what: `Longest wait of a confirmation, ${besideRate} registrations a second for ${besideSeconds} s`,
			subject: { value: longest, unit: 's' },
			bars: { on: 'subject', must: 'atMost', reach: 60, excellent: 10 },
			note: `From the order to the answer of the mail server. Registration p99 meanwhile: ${Math.round(sold.p99)} ms; the process was busy for ${Math.round(load * 100)} % of one core. At the end ${owed} were owed and sent within ${drainSeconds.toFixed(1)} s.`,
		},
	];
}

/** Mails a second of the library alone: one written message, over as many connections as the product opens. */
async function byLibrary(port: number, raw: string): Promise<number> {
	const transport = createTransport({
		pool: true,
		host: '127.0.0.1',
		port,
		maxConnections: SMTP_CONNECTIONS,
		maxMessages: 100,
	});
	const envelope = { from: 'tickets@foyer.example', to: ['ada@people.example'] };
	let left = backlog;
	const startMs = performance.now();
	const sendAll = async () => {
		for (; left > 0; left -= 1) await transport.sendMail({ envelope, raw });
	};
	await Promise.all(Array.from({ length: SMTP_CONNECTIONS * 2 }, sendAll));
	transport.close();
	return backlog / ((performance.now() - startMs) / 1_000);
}

const registration = ({ port }: Product, { eventId, ticketTypeId }: SellingEvent) => ({
	port,
	method: 'POST',
	path: `/api/events/${eventId}/orders`,
	hasKeys: true,
	body: JSON.stringify({
		// No address gets more than its share, however often this is run.
		buyer: { name: 'Ada Lovelace {n}', email: `ada.{n}@${eventId}.${crypto.randomUUID()}.example` },
		items: [{ ticketTypeId, quantity: 1 }],
	}),
});

/** Waits until nothing is owed to the buyers of an event any more. */
async function allAreSent({ database: { pool } }: Stage, { eventId }: SellingEvent): Promise<void> {
	for (;;) {
		const { rows } = await pool.query<{ owed: boolean }>(
			`SELECT EXISTS (SELECT FROM facts WHERE dispatched_at IS NULL)
				OR EXISTS (SELECT FROM mails WHERE event_id = $1 AND status IN ('queued', 'sending')) AS owed`,
			[eventId],
		);
		if (!rows[0]?.owed) return;
		await sleep(20);
	}
}
