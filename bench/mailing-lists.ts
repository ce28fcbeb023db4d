import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { download } from './support/download.ts';
import { percentile, timeCalls } from './support/latency.ts';
import { type ListService, startListService } from './support/list-service.ts';
import { measureNewsAnswers } from './support/news-answers.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import { onStage, type Product, type Stage } from './support/stage.ts';

/** What an answer of a service takes over the internet, at the least. */
const answerMs = 50;
/** Calls to one list side by side, as the product makes them. */
const atOnce = 4;
const filled = 100_000;
const listed = 1_000_000;

/** Followers: sent to a service, put in the queue of a list, asked for by answers, shown and exported. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const service = await startListService(answerMs);
			try {
				const product = await stage.startProduct({
					FOYER_PRIVATE_TARGETS: '127.0.0.0/8',
					MAILCHIMP_URL: service.url,
				});
				const rows = [
					await measureSending(stage, product, service, options),
					...(await measureFilling(stage, product, options)),
					await measureNewsAnswers(stage, options),
					...(await measureReading(stage, product, options)),
				];
				await stage.verify();
				return rows;
			} finally {
				await service.stop();
			}
		}),
};

async function makeFollowers(stage: Stage, organisationId: string, count: number): Promise<void> {
	await stage.database.pool.query(
		`INSERT INTO followers (id, organisation_id, email, email_key, name, state, consent_text, consented_at, confirmed_at)
		SELECT uuidv7(), $1::uuid, email, email, 'Ada Lovelace', 'confirmed', 'Send me news', now(), now()
		FROM (SELECT 'follower' || n || '@' || $1::uuid || '.example' AS email FROM generate_series(1, $2::int) AS n) AS made`,
		[organisationId, count],
	);
	await stage.database.pool.query('VACUUM ANALYZE followers');
}

async function connect(product: Product, owner: TestUser): Promise<void> {
	const answer = await fetch(
		`http://127.0.0.1:${product.port}/api/organisations/${owner.organisationId}/mailing-lists`,
		{
			method: 'POST',
			headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({
				service: 'mailchimp',
				settings: { apiKey: '0123456789abcdef0123456789abcdef-us6' },
				listId: 'a1b2c3d4e0',
			}),
		},
	);
	if (answer.status !== 201) throw new Error(`a list was refused: ${await answer.text()}`);
}

/** Asks whether a member is there and adds them, as the product does, on a connection of its own each. */
async function addByHand(port: number, name: string): Promise<void> {
	for (const method of ['GET', 'PUT']) {
		const path = `/3.0/lists/a1b2c3d4e0/members/${name}`;
		const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
			const headers = { 'content-type': 'application/json' };
			const sent = request({ port, host: '127.0.0.1', path, method, agent: false, headers }, resolve);
			sent.once('error', reject).end(method === 'PUT' ? '{"status_if_new":"subscribed"}' : undefined);
		});
		await text(answer);
	}
}

async function measureSending(
	stage: Stage,
	product: Product,
	service: ListService,
	options: BenchOptions,
): Promise<BenchRow> {
	const contacts = Math.round((options.seconds * 1_000 * atOnce) / (2 * answerMs));
	let turn = 0;
	const perSecond = async () => {
		const { count, seconds } = await service.added();
		if (count !== contacts) throw new Error(`${count} of ${contacts} members were added`);
		return (count - 1) / seconds;
	};
	const figures = await inRounds(options, {
		byHand: async () => {
			turn += 1;
			const names = Array.from({ length: contacts }, (_, n) => `hand${turn}x${n}`);
			await Promise.all(
				Array.from({ length: atOnce }, async () => {
					for (let name = names.pop(); name; name = names.pop()) await addByHand(service.port, name);
				}),
			);
			return perSecond();
		},
		product: async () => {
			const owner = await makeUser(stage.services);
			await makeFollowers(stage, owner.organisationId, contacts);
			await connect(product, owner);
			await untilNone(
				stage,
				owner,
				`SELECT FROM mailing_lists l WHERE l.organisation_id = $1 AND (is_filling OR EXISTS (
					SELECT FROM mailing_list_contacts c WHERE c.organisation_id = $1 AND c.state = 'due'))`,
			);
			return perSecond();
		},
	});
	return {
		what: `Contacts sent to one mailing list, ${atOnce} at once, of a service that answers in ${answerMs} ms`,
		subject: figure(figures.product, '/s'),
		reference: { name: 'the same two requests each, made by hand', ...figure(figures.byHand, '/s') },
		bars: { on: 'ratio', must: 'atLeast', reach: 0.6, excellent: 0.8 },
		ifUnmet:
			'between two calls lie five statements, two of which are written to disk before the next: the settling of one contact and the claim of the next. Where disk and cores have other work, they take as long as the calls. Claiming before a place is there would hide them.',
	};
}

async function untilNone(stage: Stage, { organisationId }: TestUser, query: string): Promise<void> {
	for (const untilMs = Date.now() + 120_000; Date.now() < untilMs; await sleep(20))
		if ((await stage.database.pool.query(query, [organisationId])).rowCount === 0) return;
	throw new Error('A mailing list is not through.');
}

async function measureFilling(stage: Stage, product: Product, options: BenchOptions): Promise<BenchRow[]> {
	const { pool } = stage.database;
	const owner = await makeUser(stage.services);
	const ids = [owner.organisationId];
	await makeFollowers(stage, owner.organisationId, filled);
	await connect(product, owner);
	const clear = async () => {
		// Nothing is sent meanwhile.
		await pool.query(
			`UPDATE mailing_lists SET is_filling = false, filled_to = NULL, not_before = now() + interval '1 day' WHERE organisation_id = $1`,
			ids,
		);
		await sleep(500);
		await pool.query('DELETE FROM mailing_list_contacts WHERE organisation_id = $1', ids);
		await pool.query('VACUUM ANALYZE mailing_list_contacts');
	};
	const extra: number[] = [];
	const figures = await inRounds(options, {
		byHand: async () => {
			await clear();
			const startMs = performance.now();
			await pool.query(
				`INSERT INTO mailing_list_contacts (organisation_id, mailing_list_id, follower_id, next_at)
				SELECT $1, l.id, f.id, now() FROM mailing_lists l, followers f
				WHERE l.organisation_id = $1 AND f.organisation_id = $1 AND f.state = 'confirmed' ORDER BY f.id`,
				ids,
			);
			return (filled / (performance.now() - startMs)) * 1_000;
		},
		product: async () => {
			await clear();
			const watch = watchMemory(product);
			const startMs = performance.now();
			await pool.query('UPDATE mailing_lists SET is_filling = true WHERE organisation_id = $1', ids);
			await untilNone(stage, owner, 'SELECT FROM mailing_lists WHERE organisation_id = $1 AND is_filling');
			const ms = performance.now() - startMs;
			extra.push(watch.stop());
			return (filled / ms) * 1_000;
		},
	});
	await clear();
	return [
		{
			what: `Filling the queue of a mailing list with ${filled} followers`,
			subject: figure(figures.product, '/s'),
			reference: { name: 'one INSERT … SELECT of the same rows', ...figure(figures.byHand, '/s') },
			bars: { on: 'ratio', must: 'atLeast', reach: 0.1, excellent: 0.4 },
		},
		{
			what: 'Extra memory of the server meanwhile',
			subject: { ...figure(extra, 'MB'), value: Math.max(...extra) },
			bars: { on: 'subject', must: 'atMost', reach: 64, excellent: 24 },
		},
	];
}

/** The most memory from now on, in MB above what there is now. */
function watchMemory(product: Product) {
	const before = product.memory();
	let most = before;
	const watch = setInterval(() => {
		most = Math.max(most, product.memory());
	}, 20);
	return {
		stop() {
			clearInterval(watch);
			return (most - before) / 1e6;
		},
	};
}

async function measureReading(stage: Stage, product: Product, options: BenchOptions): Promise<BenchRow[]> {
	const owner = await makeUser(stage.services);
	await makeFollowers(stage, owner.organisationId, listed);
	options.say(`${listed} followers`);
	const path = `/api/organisations/${owner.organisationId}/followers`;
	const { token } = owner;
	const call = { method: 'GET', path, token } as const;
	const pages = await timeCalls({ port: product.port, connections: 1, calls: Array(60).fill(call) });
	if (pages.byStatus['200'] !== 60) throw new Error(`pages were answered ${JSON.stringify(pages.byStatus)}`);

	options.say(`page: ${percentile(pages, 0.5).toFixed(1)} ms, p95 ${percentile(pages, 0.95).toFixed(1)} ms`);
	const other = await makeUser(stage.services);
	await makeFollowers(stage, other.organisationId, filled);
	const extra: number[] = [];
	const write = async () => {
		const watch = watchMemory(product);
		const { status, bytes, ms } = await download({
			port: product.port,
			path: `/api/organisations/${other.organisationId}/followers/export`,
			token: other.token,
		});
		extra.push(watch.stop());
		if (status !== 200 || bytes < filled * 20) throw new Error(`${bytes} bytes with status ${status}`);
		return (filled / ms) * 1_000;
	};
	// A process that has written some files, as any has that runs for a while.
	for (let file = 0; file < 4; file += 1) await write();
	extra.length = 0;
	const { exported } = await inRounds(options, { exported: write });
	return [
		{
			what: `Page of ${listed} followers with their count, 95th percentile`,
			subject: { value: percentile(pages, 0.95), unit: 'ms' },
			bars: { on: 'subject', must: 'atMost', reach: 150, excellent: 50 },
			note: `The median page took ${percentile(pages, 0.5).toFixed(1)} ms.`,
		},
		{ what: `CSV export of ${filled} followers, rows a second`, subject: figure(exported, '/s') },
		{
			what: `Extra memory of the server while ${filled} followers are exported`,
			subject: figure(extra, 'MB'),
			bars: { on: 'subject', must: 'atMost', reach: 64, excellent: 24 },
			note: 'Sampled every 20 ms, above what the process had before, which had written such files. The young generation grows in steps of some 78 MB until it has its full size; of fourteen files the last five took 7 MB together.',
		},
	];
}
