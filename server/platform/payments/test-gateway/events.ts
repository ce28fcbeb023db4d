import { createHmac } from 'node:crypto';
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { testGatewayEvents } from '#server/db/tables/platform.ts';
import type { EventEndpoint } from '../gateway.ts';
import { neverDue } from './event-log.ts';

/** An event on its way to the product, signed. */
export interface Delivery {
	endpoint: EventEndpoint;
	body: string;
	headers: { 'stripe-signature': string; 'content-type': string };
}

/** Stripe tries for three days with growing pauses; so does this, and then gives up. */
const pausesSeconds = [10, 60, 300, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 86_400];

/** The secret of an endpoint, in the form of Stripe's. */
export function endpointSecret(secret: Buffer, endpoint: EventEndpoint): string {
	return `whsec_${createHmac('sha256', secret).update(`events ${endpoint}`).digest('hex')}`;
}

/** Stripe's scheme: https://docs.stripe.com/webhooks#verify-manually. */
export function signEvent(body: string, secret: string, at: Date): string {
	const timestamp = Math.floor(at.getTime() / 1000);
	const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
	return `t=${timestamp},v1=${signature}`;
}

/**
 * Sends the events that are due, in random order. What is not accepted comes again later, what is accepted perhaps too.
 * @param options `now` is the gateway's clock, `signedAt` the installation's: signatures say when they were really sent
 * @param deliver answers whether the product accepted the event
 * @returns how many were sent
 */
export async function deliverEvents(
	database: Database,
	options: {
		now: Date;
		signedAt: Date;
		secret: Buffer;
		random: () => number;
		/** Of an account, from 0 to 1; read once for each. */
		duplicateRate: (account: string) => Promise<number>;
		limit?: number;
	},
	deliver: (delivery: Delivery) => Promise<boolean>,
): Promise<number> {
	const { now, secret, random } = options;
	const { id, dueAt, tries, deliveredAt } = testGatewayEvents;
	// The next try is set before the event is sent, so that it comes again if this process ends meanwhile.
	const claimed = await database.transaction(async (tx) => {
		const rows = await tx
			.select()
			.from(testGatewayEvents)
			.where(and(isNull(deliveredAt), lte(dueAt, now)))
			.orderBy(dueAt)
			.limit(options.limit ?? 100)
			.for('update', { skipLocked: true });
		if (rows.length === 0) return [];
		const pauses = sql.raw(`ARRAY[${pausesSeconds.join(',')}]`);
		await tx
			.update(testGatewayEvents)
			.set({
				tries: sql`${tries} + 1`,
				dueAt: sql`CASE WHEN ${tries} >= ${pausesSeconds.length} THEN ${neverDue}
					ELSE ${now.toISOString()}::timestamptz + make_interval(secs => (${pauses})[${tries} + 1]) END`,
			})
			.where(
				inArray(
					id,
					rows.map((row) => row.id),
				),
			);
		return rows;
	});
	shuffle(claimed, random);
	const rates = new Map<string, Promise<number>>();
	const rateOf = (account: string) => {
		const rate = rates.get(account) ?? options.duplicateRate(account);
		rates.set(account, rate);
		return rate;
	};
	await Promise.all(
		claimed.map(async (event) => {
			const endpoint = endpointOf(event.account, event.body);
			const body = JSON.stringify(event.body);
			const isAccepted = await deliver({
				endpoint,
				body,
				headers: {
					'stripe-signature': signEvent(body, endpointSecret(secret, endpoint), options.signedAt),
					'content-type': 'application/json; charset=utf-8',
				},
			}).catch(() => false);
			// One that is sent twice stays due.
			if (!isAccepted || random() < (await rateOf(event.account))) return;
			await database.db.update(testGatewayEvents).set({ deliveredAt: now }).where(eq(id, event.id));
		}),
	);
	return claimed.length;
}

function endpointOf(account: string, body: Record<string, unknown>): EventEndpoint {
	if (body.object === 'v2.core.event') return 'accounts';
	return account === '' ? 'platform' : 'connect';
}

function shuffle<T>(items: T[], random: () => number): void {
	for (let i = items.length - 1; i > 0; i -= 1) {
		const j = Math.floor(random() * (i + 1));
		[items[i], items[j]] = [items[j] as T, items[i] as T];
	}
}
