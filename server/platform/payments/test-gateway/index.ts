import { createHmac } from 'node:crypto';
import { and, eq, inArray, lt, lte } from 'drizzle-orm';
import type { Database, Tx } from '#server/db/client.ts';
import { testGatewayEvents, testGatewayObjects, testGatewayRequests } from '#server/db/tables/platform.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type EventEndpoint, eventEndpoints } from '../gateway.ts';
import { type AccountAct, actOnAccount, lockAccount } from './accounts.ts';
import { createApi, cutHeader } from './api.ts';
import { createConfirmationToken, type TypedCard } from './confirmation-tokens.ts';
import { type Controls, controlsSchema } from './controls.ts';
import { decideDispute, openDispute } from './disputes.ts';
import { type Delivery, deliverEvents, endpointSecret } from './events.ts';
import type { OperationContext } from './operations.ts';
import { createPages } from './pages/index.ts';
import { endChallenge } from './payment-intents.ts';
import { payOut, settlePayout } from './payouts.ts';
import { missing } from './problem.ts';
import { runTask } from './run-task.ts';
import { endSetupChallenge } from './saved-methods.ts';
import { openSession, putClockOffset, putControls, readSettings, type Session, taskId } from './session.ts';
import type { Task } from './tasks.ts';

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
	const api = createApi({ database, now: () => clock.now(), random, secretKey, context });

	/** Runs work on an account's objects in one transaction. */
	async function inSession<T>(account: string, work: (session: Session) => Promise<T> | T): Promise<T> {
		return await database.transaction((tx) => openAndFlush(tx, account, work));
	}

	async function openAndFlush<T>(
		tx: Tx,
		account: string,
		work: (session: Session) => Promise<T> | T,
	): Promise<T> {
		const { now, controls } = await readSettings(tx, account, clock.now());
		const session = openSession(tx, { now, account, controls, random });
		const result = await work(session);
		await session.flush();
		return result;
	}

	const settingsOf = (account: string) =>
		database.transaction((tx) => readSettings(tx, account, clock.now()), { isReadOnly: true });

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
			now: async () => (await settingsOf('')).now,
			inSession,
			tokensUrl: options.tokensUrl ?? '/api/test-gateway/confirmation-tokens',
		}),

		/** @throws CardRefused for every number that is not a published test card */
		async createConfirmationToken(card: TypedCard): Promise<{ id: string }> {
			const { id } = await inSession('', (session) => createConfirmationToken(session, card, secret));
			return { id };
		},

		/** What the payer answers on the 3-D Secure page of a payment or setup. @throws StripeProblem for an unknown one */
		async endChallenge(account: string | null, paymentId: string, isPassed: boolean): Promise<void> {
			await inSession(account ?? '', async (session) => {
				if (paymentId.startsWith('seti_')) await endSetupChallenge(session, paymentId, isPassed);
				else await endChallenge(session, paymentId, isPassed);
			});
		},

		/** @throws StripeProblem for an unknown or closed account */
		async act(account: string, act: AccountAct): Promise<void> {
			await inSession('', async (session) => {
				actOnAccount(session, await lockAccount(session, account), act);
			});
		},

		/** The cardholder disputes a payment, or asks about it. @returns the dispute's id, null when it cannot be disputed any more */
		async openDispute(
			account: string | null,
			paymentId: string,
			how: { reason: string; isInquiry: boolean } = { reason: 'fraudulent', isInquiry: false },
		): Promise<string | null> {
			return await inSession(account ?? '', async (session) => {
				const intent = await session.find('payment_intent', paymentId);
				const charge = intent?.object.latest_charge;
				if (!charge) throw missing('payment_intent', paymentId);
				return (await openDispute(session, charge as string, how))?.id ?? null;
			});
		},
		/** The issuer decides. @throws StripeProblem for an unknown dispute */
		async closeDispute(account: string | null, disputeId: string, outcome: 'won' | 'lost'): Promise<void> {
			await inSession(account ?? '', (session) => decideDispute(session, disputeId, outcome));
		},
		/** Pays out what is available now, outside of the schedule; `isEarly`: also what is not available yet. @returns the ids */
		async runPayout(account: string, how: { isEarly?: boolean } = {}): Promise<string[]> {
			const payouts = await inSession(account, (session) => payOut(session, how));
			return payouts.map(({ id }) => id);
		},
		/** The bank's answer to a payout, before its time. @throws StripeProblem for an unknown payout */
		async settlePayout(account: string, payoutId: string, outcome: 'paid' | 'failed'): Promise<void> {
			await inSession(account, (session) => settlePayout(session, payoutId, outcome));
		},

		/** Faults and durations of an account; null: of all accounts that have none of their own. `{}` sets them back. */
		async setControls(account: string | null, controls: Partial<Controls>): Promise<void> {
			controlsSchema.parse(controls);
			await inSession('', (session) => putControls(session, account ?? '', controls));
		},
		async getControls(account: string | null): Promise<Controls> {
			return (await settingsOf(account ?? '')).controls;
		},

		/** The gateway's clock. */
		async now(): Promise<Date> {
			return (await settingsOf('')).now;
		},
		/** Moves the gateway's clock to an instant; what is due until then happens with the next `runDueTasks`. */
		async moveClock(to: Date): Promise<void> {
			await inSession('', (session) => putClockOffset(session, to.getTime() - clock.now().getTime()));
		},

		/**
		 * Lets happen what is due: refunds settle, disputes open and end, payouts are made.
		 * @returns how many tasks were done; call again until it is 0
		 */
		async runDueTasks(limit = 50): Promise<number> {
			return await database.transaction(async (tx) => {
				const { now } = await readSettings(tx, '', clock.now());
				const rows = await tx
					.select({ id: testGatewayObjects.id, data: testGatewayObjects.data })
					.from(testGatewayObjects)
					.where(
						and(
							eq(testGatewayObjects.account, ''),
							eq(testGatewayObjects.type, 'task'),
							lte(testGatewayObjects.id, taskId(now, '~')),
						),
					)
					.orderBy(testGatewayObjects.id)
					.limit(limit)
					.for('update', { skipLocked: true });
				for (const row of rows) {
					const task = (row.data as { object: Task }).object;
					await openAndFlush(tx, task.account, async (session) => {
						session.remove(row.id);
						await runTask(session, task);
					});
				}
				return rows.length;
			});
		},

		/** Sends events that are due. @returns how many were sent */
		async deliverDueEvents(
			deliver: (delivery: Delivery) => Promise<boolean>,
			limit?: number,
		): Promise<number> {
			const { now } = await settingsOf('');
			const rates = new Map<string, Promise<Controls>>();
			const controlsOf = (account: string) => {
				let controls = rates.get(account);
				if (!controls) {
					controls = settingsOf(account).then((settings) => settings.controls);
					rates.set(account, controls);
				}
				return controls;
			};
			return await deliverEvents(
				database,
				{
					now,
					signedAt: clock.now(),
					secret,
					random,
					limit,
					duplicateRate: async (account) => (await controlsOf(account)).eventDuplicateRate,
				},
				deliver,
			);
		},

		/** Removes what nobody can ask for any more: answers by their keys, events, and tokens and links that have ended. */
		async deleteExpired(): Promise<void> {
			const { now } = await settingsOf('');
			const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
			await database.db.delete(testGatewayRequests).where(lt(testGatewayRequests.createdAt, before(2)));
			await database.db.delete(testGatewayEvents).where(lt(testGatewayEvents.createdAt, before(31)));
			await database.db
				.delete(testGatewayObjects)
				.where(
					and(
						eq(testGatewayObjects.account, ''),
						inArray(testGatewayObjects.type, ['confirmation_token', 'account_link']),
						lt(testGatewayObjects.createdAt, before(2)),
					),
				);
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
