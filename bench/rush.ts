import { Agent, request } from 'node:http';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { insertEvent, insertTicketType, type SellingEvent } from '#tests/factories/tickets.ts';
import { figure, inRounds, median } from './support/rounds.ts';
import type { Bench } from './support/row.ts';
import { onStage, type Product } from './support/stage.ts';

const connections = 128;
/** An organiser who changes the number of places, every so often. */
const editEveryMs = 50;

/**
 * A rush on one ticket type that gives back what it takes, over HTTP, the worker with its mails in the same process; and an organiser who
 * changes the capacity meanwhile.
 */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const one = await stage.startProduct();
			const two = await stage.startProduct({ FOYER_ROLE: 'web' });
			const owner = await makeUser(stage.services);
			const { rows } = await stage.database.pool.query<{ name: string }>(
				'SELECT name FROM organisations WHERE id = $1',
				[owner.organisationId],
			);
			const organiserName = rows[0]?.name;
			const newEvent = async (): Promise<SellingEvent> => {
				const event = await insertEvent(stage.database, {
					organisationId: owner.organisationId,
					organiserName,
				});
				return { ...event, ...(await insertTicketType(stage.database, event, { size: 1_000_000 })) };
			};
			const forSeconds = async (
				servers: Product[],
				turn: (server: Product, event: SellingEvent) => Promise<void>,
			) => {
				const event = await newEvent();
				const untilMs = performance.now() + options.seconds * 1_000;
				let done = 0;
				const line = async (n: number) => {
					while (performance.now() < untilMs) {
						await turn(servers[n % servers.length] as Product, event);
						done += 1;
					}
				};
				const edits: number[] = [];
				const editing = (async () => {
					for (let n = 0; servers.length > 1 && performance.now() < untilMs; n += 1) {
						edits.push(await edit(servers[n % servers.length] as Product, owner, event, n));
						await new Promise((resolve) => setTimeout(resolve, editEveryMs));
					}
				})();
				await Promise.all([editing, ...Array.from({ length: connections }, (_, n) => line(n))]);
				await stage.markDispatched();
				return { perSecond: done / options.seconds, edits };
			};
			const edits = { quiet: [] as number[], rush: [] as number[] };
			const measures = {
				pairs: async () => (await forSeconds([one], pair)).perSecond,
				holds: async () => (await forSeconds([one], heldPair)).perSecond,
				orders: async () =>
					(await forSeconds([one], async (server, event) => void (await order(server, event)))).perSecond,
				rush: async () => {
					const rush = await forSeconds([one, two], pair);
					edits.rush.push(...rush.edits);
					return Math.max(...rush.edits);
				},
				quiet: async () => {
					const event = await newEvent();
					for (let n = 0; n < 40; n += 1) edits.quiet.push(await edit(n % 2 ? one : two, owner, event, n));
					return median(edits.quiet);
				},
			};
			await measures.pairs();
			const figures = await inRounds(options, measures);
			await stage.verify();
			const orders = { name: 'free registrations alone, the same client', ...figure(figures.orders, '/s') };
			return [
				{
					what: `Registered and cancelled, one ticket type, ${connections} connections: pairs`,
					subject: figure(figures.pairs, '/s'),
					reference: orders,
					bars: { on: 'ratio', must: 'atLeast', reach: 0.3, excellent: 0.45 },
					ifUnmet:
						'a pair is a registration and, once it is answered, a cancellation, which locks the order, returns its places and writes what follows from it; cancellations are written in batches of their own. Not profiled.',
				},
				{
					what: 'The same in absolute figures',
					subject: figure(figures.pairs, '/s'),
					bars: { on: 'subject', must: 'atLeast', reach: 1_000, excellent: 2_000 },
				},
				{
					what: 'Held, confirmed and cancelled, the same ticket type: triples',
					subject: figure(figures.holds, '/s'),
					reference: orders,
				},
				{
					what: `The longest of ${edits.rush.length} edits of the capacity during such a rush on two processes`,
					subject: figure(figures.rush, 'ms'),
					bars: { on: 'subject', must: 'atMost', reach: 1_000, excellent: 300 },
				},
				{
					what: 'An edit of the capacity during such a rush, median',
					subject: figure(edits.rush, 'ms'),
					reference: { name: 'the same without a rush', ...figure(edits.quiet, 'ms') },
				},
			];
		}),
};

async function pair(server: Product, event: SellingEvent): Promise<void> {
	await call(server, 'POST', `/api/orders/${await order(server, event)}/cancel`, {});
}

async function heldPair(server: Product, event: SellingEvent): Promise<void> {
	const token = await order(server, event, true);
	await call(server, 'POST', `/api/orders/${token}/confirm`, {});
	await call(server, 'POST', `/api/orders/${token}/cancel`, {});
}

let buyers = 0;

async function order(server: Product, event: SellingEvent, hold = false): Promise<string> {
	buyers += 1;
	const { manageToken } = await call<{ manageToken: string }>(
		server,
		'POST',
		`/api/events/${event.eventId}/orders`,
		{
			buyer: { name: `Ada Lovelace ${buyers}`, email: `ada.${buyers}@example.org` },
			items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
			hold,
		},
	);
	return manageToken;
}

/** Milliseconds that an edit took; one that is refused fails the bench. */
async function edit(server: Product, owner: TestUser, event: SellingEvent, n: number): Promise<number> {
	const path = `/api/events/${event.eventId}/ticket-types/${event.ticketTypeId}`;
	const sinceMs = performance.now();
	await call(server, 'PATCH', path, { capacity: 1_000_000 + n }, { authorization: `Bearer ${owner.token}` });
	return performance.now() - sinceMs;
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** The body of an answer of 2xx; any other fails the bench. */
function call<T>(
	{ port }: Product,
	method: string,
	path: string,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<T> {
	return new Promise((resolve, reject) => {
		const sent = request(
			{
				agent,
				port,
				host: '127.0.0.1',
				method,
				path,
				headers: { 'content-type': 'application/json', ...headers },
			},
			(answer) => {
				let text = '';
				answer.setEncoding('utf8').on('data', (chunk: string) => {
					text += chunk;
				});
				answer.once('end', () => {
					const status = answer.statusCode ?? 0;
					if (status >= 200 && status < 300) resolve(JSON.parse(text) as T);
					else reject(new Error(`${method} ${path}: ${status} ${text}`));
				});
			},
		);
		sent.once('error', reject);
		sent.end(JSON.stringify(body));
	});
}
