import Stripe from 'stripe';
import type { Clock } from '#server/platform/clock.ts';
import { toProvider } from '#shared/lib/provider-amounts.ts';
import { stripeApiVersion } from './api-version.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type {
	AccountId,
	BrowserConfig,
	DisputeEvidence,
	EventEndpoint,
	Gateway,
	GatewayPage,
	GatewayRefund,
	NewPayment,
} from './gateway.ts';
import { GatewayError } from './gateway-error.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { isAnswer, toGatewayError } from './stripe-errors.ts';
import { readDelivered, toEvent } from './stripe-events.ts';
import {
	toAccount,
	toBalanceItem,
	toDispute,
	toPayment,
	toPayout,
	toRefund,
	toSetup,
} from './stripe-objects.ts';

export interface StripeGatewayOptions {
	name: Gateway['name'];
	secretKey: string;
	/** The HTTP layer: the platform's `fetch`, or the built-in gateway's own. */
	fetch: typeof globalThis.fetch;
	/** Another address than Stripe's, for a gateway that runs as a process of its own. */
	address?: { protocol: 'http' | 'https'; host: string; port: number };
	/** Secrets of the endpoints that events are delivered to; what is absent is refused. */
	eventSecrets: Partial<Record<EventEndpoint, string>>;
	/** Who shows a challenge: Stripe's script in the checkout, or a page that the payer is sent to. */
	challengeBy: 'script' | 'page';
	browserConfig: (account: AccountId) => BrowserConfig;
	clock: Clock;
	/** Calls a second: 100 in live mode, 25 in a sandbox (docs.stripe.com/rate-limits); null: no limit. */
	callsPerSecond: number | null;
	timeoutMs?: number;
	/** After so many calls in a row without an answer, calls fail at once for a while; absent: never. */
	breaker?: { failures: number; pauseMs: number };
}

/** Methods that answer at once and need no hosts of their own in the content security policy; Apple Pay and Google Pay are cards. */
export const paymentMethods = ['card', 'ideal', 'bancontact', 'eps', 'p24'] as const;

const pageSize = 100;
const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Stripe refuses these characters on card statements, and a text without a letter. */
function statementText(text: string): string | undefined {
	const clean = text
		.replaceAll(/[<>\\'"*]/g, '')
		.trim()
		.slice(0, 22);
	return /[a-z]/i.test(clean) ? clean : undefined;
}

function toEvidence(evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
	return {
		product_description: evidence.productDescription,
		customer_name: evidence.customerName,
		customer_email_address: evidence.customerEmail,
		service_date: evidence.serviceDate,
		access_activity_log: evidence.accessLog,
		refund_policy_disclosure: evidence.refundPolicy,
		refund_refusal_explanation: evidence.refundRefusal,
		uncategorized_text: evidence.other,
	};
}

/**
 * Stripe by its official package, unpatched. The same adapter drives the built-in gateway, which speaks the same protocol.
 * @see docs/decisions/262-payment-gateways.md
 */
export function createStripeGateway(options: StripeGatewayOptions): Gateway {
	const timeoutMs = options.timeoutMs ?? 8000;
	const stripe = new Stripe(options.secretKey, {
		apiVersion: stripeApiVersion,
		httpClient: Stripe.createFetchHttpClient(options.fetch),
		// Repeating is the caller's decision: it knows whether somebody waits, and repeats under the same key.
		maxNetworkRetries: 0,
		timeout: timeoutMs,
		telemetry: false,
		...options.address,
	});
	const isLive = options.secretKey.startsWith('sk_live_') || options.secretKey.startsWith('rk_live_');
	const perSecond = options.callsPerSecond;
	const all = perSecond === null ? null : createRateLimiter({ perSecond, burst: perSecond });
	const breaker = options.breaker && createCircuitBreaker(options.breaker);
	// Refunds of a cancelled event come by the thousand and must leave room for payments.
	const refunds = perSecond === null ? null : createRateLimiter({ perSecond: perSecond / 2, burst: 1 });

	/** Waits for a turn, then calls with what is left of the time. */
	async function call<T>(
		isWrite: boolean,
		account: AccountId,
		request: (options: Stripe.RequestOptions) => Promise<T>,
		limiters = [all],
	): Promise<T> {
		if (breaker?.isOpen()) {
			throw new GatewayError({ kind: 'unreachable' }, 'The provider has not answered the last calls.');
		}
		let left = timeoutMs;
		for (const limiter of limiters) {
			const waited = (await limiter?.take(timeoutMs / 4)) ?? (limiter ? null : 0);
			if (waited === null) {
				const afterSeconds = Math.ceil((limiter?.waitMs() ?? 1000) / 1000);
				throw new GatewayError({ kind: 'throttled', afterSeconds }, 'Too many calls are waiting.');
			}
			left -= waited;
		}
		try {
			const result = await request({
				timeout: Math.max(1, Math.floor(left)),
				...(account !== null && { stripeAccount: account }),
			});
			breaker?.note(true);
			return result;
		} catch (error) {
			breaker?.note(isAnswer(error));
			throw toGatewayError(error, isWrite, account);
		}
	}

	const read = <T>(account: AccountId, request: (options: Stripe.RequestOptions) => Promise<T>) =>
		call(false, account, request);
	const write = <T>(
		account: AccountId,
		idempotencyKey: string,
		request: (options: Stripe.RequestOptions) => Promise<T>,
		limiters?: [typeof all, typeof refunds],
	) => call(true, account, (base) => request({ ...base, idempotencyKey }), limiters);

	/** Refuses before anything is sent. */
	function amountToSend(minor: number, currency: string): number {
		try {
			return toProvider(minor, currency);
		} catch (error) {
			throw new GatewayError(
				{ kind: 'refused', reason: 'amount', providerCode: null },
				'The amount cannot be charged in this currency.',
				{ cause: error },
			);
		}
	}

	function toPage<From extends { id: string }, To>(
		list: Stripe.ApiList<From>,
		convert: (item: From) => To,
	): GatewayPage<To> {
		return { items: list.data.map(convert), next: list.has_more ? (list.data.at(-1)?.id ?? null) : null };
	}

	const pageParams = (page: { since?: Date; cursor?: string }) => ({
		limit: pageSize,
		...(page.since && { created: { gte: seconds(page.since) } }),
		...(page.cursor && { starting_after: page.cursor }),
	});

	const newPaymentParams = (
		input: Pick<
			NewPayment,
			'amountMinor' | 'currency' | 'feeMinor' | 'description' | 'statementSuffix' | 'metadata'
		>,
	) => {
		const fee = amountToSend(input.feeMinor, input.currency);
		return {
			amount: amountToSend(input.amountMinor, input.currency),
			currency: input.currency.toLowerCase(),
			confirm: true,
			...(fee > 0 && { application_fee_amount: fee }),
			description: input.description,
			statement_descriptor_suffix: statementText(input.statementSuffix),
			metadata: { ...input.metadata },
		};
	};

	/** Thin events about connected accounts. */
	async function createDestination(url: string): Promise<{ secret: string } | null> {
		const { data } = await read(null, (request) =>
			stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'], limit: pageSize }, request),
		);
		if (data.some((known) => known.webhook_endpoint?.url === url)) return null;
		const made = await call(true, null, (request) =>
			stripe.v2.core.eventDestinations.create(
				{
					name: 'Foyer',
					type: 'webhook_endpoint',
					event_payload: 'thin',
					events_from: ['other_accounts'],
					enabled_events: [...deliveredAccountEvents],
					webhook_endpoint: { url },
					include: ['webhook_endpoint.signing_secret'],
				},
				request,
			),
		);
		const secret = made.webhook_endpoint?.signing_secret;
		return secret ? { secret } : null;
	}

	const confirmParams = (input: { confirmationToken: string; returnUrl: string }) => ({
		confirmation_token: input.confirmationToken,
		return_url: input.returnUrl,
		expand: ['latest_charge'],
		...(options.challengeBy === 'script' && { use_stripe_sdk: true }),
	});

	return {
		name: options.name,

		async createAndConfirm(input) {
			const params = newPaymentParams(input);
			return await write(input.account, input.key, async (request) =>
				toPayment(
					await stripe.paymentIntents.create(
						{
							...params,
							allowed_payment_method_types: input.saveFor ? ['card'] : [...paymentMethods],
							...(input.saveFor && { customer: input.saveFor, setup_future_usage: 'off_session' as const }),
							...confirmParams(input),
						},
						request,
					),
					input.account,
				),
			);
		},

		async confirm({ key, account, paymentId, ...input }) {
			return await write(account, key, async (request) =>
				toPayment(await stripe.paymentIntents.confirm(paymentId, confirmParams(input), request), account),
			);
		},

		async getPayment({ account, paymentId }) {
			return await read(account, async (request) =>
				toPayment(
					await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }, request),
					account,
				),
			);
		},

		async findPayment({ account, metadata, since }) {
			let cursor: string | undefined;
			do {
				const page = await read(account, (request) =>
					stripe.paymentIntents.list(
						{ ...pageParams({ since, cursor }), expand: ['data.latest_charge'] },
						request,
					),
				);
				const found = page.data.find((intent) =>
					Object.entries(metadata).every(([name, value]) => intent.metadata[name] === value),
				);
				if (found) return toPayment(found, account);
				cursor = page.has_more ? page.data.at(-1)?.id : undefined;
			} while (cursor);
			return null;
		},

		async cancelPayment({ key, account, paymentId }) {
			return await write(account, key, async (request) =>
				toPayment(
					await stripe.paymentIntents.cancel(paymentId, { expand: ['latest_charge'] }, request),
					account,
				),
			);
		},

		async refund(input) {
			const amount = amountToSend(input.amountMinor, input.currency);
			return await write(
				input.account,
				input.key,
				async (request) =>
					toRefund(
						await stripe.refunds.create(
							{
								payment_intent: input.paymentId,
								amount,
								...(input.account !== null && { refund_application_fee: input.refundFee }),
								metadata: { ...input.metadata },
							},
							request,
						),
					),
				[all, refunds],
			);
		},

		async getRefund({ account, refundId }) {
			return await read(account, async (request) =>
				toRefund(await stripe.refunds.retrieve(refundId, {}, request)),
			);
		},

		async listRefunds({ account, paymentId }) {
			const refunds: GatewayRefund[] = [];
			let cursor: string | undefined;
			do {
				const page = await read(account, (request) =>
					stripe.refunds.list({ payment_intent: paymentId, ...pageParams({ cursor }) }, request),
				);
				refunds.push(...page.data.map(toRefund));
				cursor = page.has_more ? page.data.at(-1)?.id : undefined;
			} while (cursor);
			return refunds;
		},

		async createCustomer({ key, account, email }) {
			const { id } = await write(account, key, (request) => stripe.customers.create({ email }, request));
			return { id };
		},

		async saveMethod({ key, account, customerId, ...input }) {
			return await write(account, key, async (request) =>
				toSetup(
					await stripe.setupIntents.create(
						{
							customer: customerId,
							allowed_payment_method_types: ['card'],
							usage: 'off_session',
							confirm: true,
							...confirmParams(input),
							expand: ['payment_method'],
						},
						request,
					),
				),
			);
		},

		async getSetup({ account, setupId }) {
			return await read(account, async (request) =>
				toSetup(await stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] }, request)),
			);
		},

		async chargeSaved({ key, account, customerId, methodId, ...input }) {
			const params = newPaymentParams(input);
			return await write(account, key, async (request) =>
				toPayment(
					await stripe.paymentIntents.create(
						{
							...params,
							customer: customerId,
							payment_method: methodId,
							allowed_payment_method_types: ['card'],
							off_session: true,
							expand: ['latest_charge'],
						},
						request,
					),
					account,
				),
			);
		},

		async removeMethod({ key, account, methodId }) {
			await write(account, key, (request) => stripe.paymentMethods.detach(methodId, {}, request));
		},

		async getDispute({ account, disputeId }) {
			return await read(account, async (request) =>
				toDispute(await stripe.disputes.retrieve(disputeId, {}, request)),
			);
		},

		async sendEvidence({ key, account, disputeId, evidence, submit }) {
			return await write(account, key, async (request) =>
				toDispute(
					await stripe.disputes.update(disputeId, { evidence: toEvidence(evidence), submit }, request),
				),
			);
		},

		async acceptDispute({ key, account, disputeId }) {
			return await write(account, key, async (request) =>
				toDispute(await stripe.disputes.close(disputeId, {}, request)),
			);
		},

		async openAccount({ key, country, name, email }) {
			return await write(null, key, async (request) =>
				toAccount(
					await stripe.v2.core.accounts.create(
						{
							contact_email: email,
							display_name: name,
							// The organiser is the merchant: pays Stripe's fees and answers for refunds and disputes, in Stripe's own dashboard.
							dashboard: 'full',
							identity: { country: country.toLowerCase() },
							configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
							defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
							include: [...accountParts],
						},
						request,
					),
				),
			);
		},

		async accountLink({ account, returnUrl, refreshUrl }) {
			const { url } = await call(true, null, (request) =>
				stripe.v2.core.accountLinks.create(
					{
						account,
						use_case: {
							type: 'account_onboarding',
							account_onboarding: { refresh_url: refreshUrl, return_url: returnUrl },
						},
					},
					request,
				),
			);
			return { url };
		},

		async getAccount(account) {
			return await read(null, async (request) =>
				toAccount(await stripe.v2.core.accounts.retrieve(account, { include: [...accountParts] }, request)),
			);
		},

		async registerDomain({ account, host }) {
			await write(account, `domain:${host}`, (request) =>
				stripe.paymentMethodDomains.create({ domain_name: host }, request),
			);
		},

		async createEventEndpoint({ endpoint, url }) {
			if (endpoint === 'accounts') return await createDestination(url);
			const { data } = await read(null, (request) =>
				stripe.webhookEndpoints.list({ limit: pageSize }, request),
			);
			if (data.some((known) => known.url === url)) return null;
			const { secret } = await call(true, null, (request) =>
				stripe.webhookEndpoints.create(
					{
						url,
						connect: endpoint === 'connect',
						api_version: stripeApiVersion,
						enabled_events: [...deliveredEvents],
					},
					request,
				),
			);
			return secret ? { secret } : null;
		},

		async listBalanceItems({ account, payoutId, ...page }) {
			return await read(account, async (request) =>
				toPage(
					await stripe.balanceTransactions.list(
						{ ...pageParams(page), ...(payoutId && { payout: payoutId }), expand: ['data.source'] },
						request,
					),
					toBalanceItem,
				),
			);
		},

		async listPayouts({ account, ...page }) {
			return await read(account, async (request) =>
				toPage(await stripe.payouts.list(pageParams(page), request), toPayout),
			);
		},

		async getPayout({ account, payoutId }) {
			return await read(account, async (request) =>
				toPayout(await stripe.payouts.retrieve(payoutId, {}, request)),
			);
		},

		async listEvents({ account, ...page }) {
			return await read(account, async (request) =>
				toPage(await stripe.events.list(pageParams(page), request), (event) => toEvent(event, account)),
			);
		},

		readEvent(rawBody, headers, endpoint) {
			return readDelivered(
				stripe,
				{ body: rawBody, signature: headers.get('stripe-signature'), endpoint },
				{ secret: options.eventSecrets[endpoint], isLive, now: options.clock.now() },
			);
		},

		browserConfig: options.browserConfig,
	};
}

/** What is worth fetching an object for. */
const deliveredEvents = [
	'payment_intent.succeeded',
	'payment_intent.payment_failed',
	'payment_intent.processing',
	'payment_intent.canceled',
	'setup_intent.succeeded',
	'setup_intent.setup_failed',
	'charge.refunded',
	'refund.created',
	'refund.updated',
	'refund.failed',
	'charge.dispute.created',
	'charge.dispute.updated',
	'charge.dispute.closed',
	'charge.dispute.funds_reinstated',
	'charge.dispute.funds_withdrawn',
	'payout.created',
	'payout.updated',
	'payout.paid',
	'payout.failed',
	'payout.canceled',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const deliveredAccountEvents = [
	'v2.core.account.closed',
	'v2.core.account[requirements].updated',
	'v2.core.account[configuration.merchant].capability_status_updated',
] as const satisfies Stripe.V2.Core.EventNotification['type'][];

/** Parts of an account that Stripe leaves out unless they are named. */
const accountParts = ['configuration.merchant', 'defaults', 'identity', 'requirements'] as const;
