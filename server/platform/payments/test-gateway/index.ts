import { createHmac } from 'node:crypto';
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { testGatewayEvents, testGatewayObjects, testGatewayRequests } from '#server/db/tables/platform.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type EventEndpoint, eventEndpoints } from '../gateway.ts';
import { createApi, cutHeader } from './api.ts';
import { createConfirmationToken, type TypedCard } from './confirmation-tokens.ts';
import { type Controls, controlsSchema } from './controls.ts';
import { type Delivery, deliverEvents, endpointSecret } from './events.ts';
import type { OperationContext } from './operations.ts';
import { createPages } from './pages/index.ts';
import { runDueTasks } from './run-task.ts';
import { putClockOffset, putControls } from './session.ts';
import { createSessions } from './sessions.ts';
import { thirdPartyActions } from './third-parties.ts';

export interface TestGatewayOptions {
	database: Database;
	/** A secret of the installation; keys, signatures and fingerprints derive from it. */
	secret: Buffer;
	clock: Clock;
	/** Address of the installation, without a slash at the end; the gateway's pages are below `/test-gateway`. */
	publicUrl: string;
	/** The endpoint that makes confirmation tokens, which the card fields call. */
	tokensUrl?: string;
	/** Numbers from 0 to 1, for faults; tests hand in their own. */
	random?: () => number;
}

export type TestGateway = ReturnType<typeof createTestGateway>;

/**
 * The built-in payment gateway: it speaks the part of Stripe's protocol that the adapter uses, keeps its state in PostgreSQL and takes
 * published test cards only. Any number of processes may share one database.
 * @see docs/decisions/262-payment-gateways.md
 */
export function createTestGateway(options: TestGatewayOptions) {
	const { database, secret, clock } = options;
	const random = options.random ?? Math.random;
	const secretKey = `sk_test_${createHmac('sha256', secret).update('secret key').digest('hex')}`;
	const pageUrl = (path: string) => `${options.publicUrl}/test-gateway/${path}`;
	const context: OperationContext = {
		secret,
		challengeUrl: (intent) => pageUrl(`challenge/${intent.id}?secret=${intent.client_secret}`),
		onboardingUrl: (linkId) => pageUrl(`onboarding/${linkId}`),
	};
	const sessions = createSessions({ database, clock, random });
	const api = createApi({ database, now: () => clock.now(), random, secretKey, context });

	return {
		secretKey,
		/** The secret of each endpoint that events are delivered to. */
		eventSecrets: Object.fromEntries(
			eventEndpoints.map((endpoint) => [endpoint, endpointSecret(secret, endpoint)]),
		) as Record<EventEndpoint, string>,
		/** Of the same origin as the checkout, whatever name it was opened by. */
		fieldsUrl: '/test-gateway/fields',

		/** The HTTP layer for the adapter, in this process. */
		async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
			const request = new Request(input, init);
			const response = await unlessAborted(request.signal, api.fetch(request));
			const code = response.headers.get(cutHeader);
			if (code) throw networkError(code);
			return response;
		},

		/** The same API, to be served on a port: `serve({ fetch: api.fetch })`, with `address` of the adapter. */
		api,

		/** Card fields, 3-D Secure and onboarding, below `/test-gateway`. */
		pages: createPages({
			database,
			now: async () => (await sessions.settings('')).now,
			inSession: sessions.run,
			tokensUrl: options.tokensUrl ?? '/api/test-gateway/confirmation-tokens',
		}),

		/** @throws CardRefused for every number that is not a published test card */
		async createConfirmationToken(card: TypedCard): Promise<{ id: string }> {
			const { id } = await sessions.run('', (session) => createConfirmationToken(session, card, secret));
			return { id };
		},

		...thirdPartyActions(sessions),

		/** Faults and durations of an account; null: of all accounts that have none of their own. `{}` sets them back. */
		async setControls(account: string | null, controls: Partial<Controls>): Promise<void> {
			controlsSchema.parse(controls);
			await sessions.run('', (session) => putControls(session, account ?? '', controls));
		},
		async getControls(account: string | null): Promise<Controls> {
			return (await sessions.settings(account ?? '')).controls;
		},

		/** The gateway's clock. */
		async now(): Promise<Date> {
			return (await sessions.settings('')).now;
		},
		/** Moves the gateway's clock to an instant; what is due until then happens with the next `runDueTasks`. */
		async moveClock(to: Date): Promise<void> {
			await sessions.run('', (session) => putClockOffset(session, to.getTime() - clock.now().getTime()));
		},

		/**
		 * Lets happen what is due: refunds settle, disputes open and end, payouts are made.
		 * @returns how many tasks were done; call again until it is 0
		 */
		async runDueTasks(limit = 50): Promise<number> {
			return await database.transaction((tx) => runDueTasks(tx, sessions, limit));
		},

		/** Sends events that are due. @returns how many were sent */
		async deliverDueEvents(
			deliver: (delivery: Delivery) => Promise<boolean>,
			limit?: number,
		): Promise<number> {
			const { now } = await sessions.settings('');
			return await deliverEvents(
				database,
				{
					now,
					signedAt: clock.now(),
					secret,
					random,
					limit,
					duplicateRate: async (account) => (await sessions.settings(account)).controls.eventDuplicateRate,
				},
				deliver,
			);
		},

		/** Removes what nobody can ask for any more: answers by their keys, events, and tokens and links that have ended. */
		async deleteExpired(): Promise<void> {
			await deleteExpired(database, (await sessions.settings('')).now);
		},
	};
}

/** Ends when the caller gives up, as a real connection does; the work itself goes on. */
async function unlessAborted<T>(signal: AbortSignal, work: T | Promise<T>): Promise<T> {
	return await Promise.race([
		work,
		new Promise<never>((_, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason), { once: true });
		}),
	]);
}

/** As undici reports it. */
function networkError(code: string): TypeError {
	return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

/** Removes answers by their keys, events, and tokens and links that have ended. */
async function deleteExpired({ db }: Database, now: Date): Promise<void> {
	const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
	await db.delete(testGatewayRequests).where(lt(testGatewayRequests.createdAt, before(2)));
	await db.delete(testGatewayEvents).where(lt(testGatewayEvents.createdAt, before(31)));
	await db
		.delete(testGatewayObjects)
		.where(
			and(
				eq(testGatewayObjects.account, ''),
				inArray(testGatewayObjects.type, ['confirmation_token', 'account_link']),
				lt(testGatewayObjects.createdAt, before(2)),
			),
		);
}
