import { desc, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { paymentAccounts } from '#server/db/tables/payments.ts';
import type { GatewayAccount } from '#server/platform/payments/gateway.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import type { PaymentAccount } from '#shared/contracts/payments.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { PaymentAccountState } from '#shared/rules/payment-states.ts';
import { getOrganisation } from '../accounts/queries.ts';
import { refuseInSandbox } from '../accounts/sandbox.ts';
import { type Changer, publishDetailsChange } from './payment-details.ts';
import { type AccountRow, canCharge, findAccount } from './queries.ts';

/**
 * The state of an account from what the provider says of it. One that needs information may still take cards, until the deadline; one whose
 * deadline has passed may not.
 */
export function stateOf(account: GatewayAccount): PaymentAccountState {
	if (!account.detailsSubmitted && !account.chargesEnabled) return 'in_progress';
	if (account.requirements.some((one) => one.isPastDue)) return 'restricted';
	if (account.requirements.length > 0) return 'needs_information';
	return account.chargesEnabled ? 'enabled' : 'restricted';
}

/** The payment account of an organisation as its members see it; `not_started` when it has none. */
export async function getPaymentAccount(
	services: Services,
	organisationId: string,
	onboardingUrl: string | null = null,
): Promise<PaymentAccount> {
	const row = await findAccount(services.database.db, organisationId);
	return {
		state: row?.state ?? 'not_started',
		country: row?.country ?? null,
		chargesEnabled: row !== undefined && canCharge(row),
		payoutsEnabled: row?.payoutsEnabled ?? false,
		requirements: row?.requirements ?? [],
		disabledReason: row?.disabledReason ?? null,
		stopReason: row?.stoppedAt ? row.stopReason : null,
		isTest: services.gateway.name === 'test',
		onboardingUrl,
	};
}

/**
 * Opens a payment account at the provider, or resumes onboarding of the existing one, and returns a link to the provider's form.
 * Idempotent at the provider, so a lost response creates no second account.
 * @param organisation.by the member named in the email to owners; null: the demo
 * @throws SERVICE_UNAVAILABLE if the provider can't be reached; `not-in-sandbox` if the provider is a real one
 */
export async function openAccount(
	services: Services,
	organisation: { organisationId: string; country: string; email: string; by: Changer | null },
): Promise<PaymentAccount> {
	const { organisationId, country, email, by } = organisation;
	const { database, gateway } = services;
	if (gateway.name !== 'test') await refuseInSandbox(database.db, organisationId);
	await leaveOtherGateway(services, organisationId);
	await database.transaction(async (tx) => {
		const opened = await tx
			.insert(paymentAccounts)
			.values({
				id: newId(),
				organisationId,
				gateway: gateway.name,
				country,
				state: 'in_progress',
				isLive: false,
				...(await findStop(tx, organisationId)),
			})
			.onConflictDoNothing()
			.returning({ id: paymentAccounts.id });
		if (by && opened.length > 0)
			await publishDetailsChange(tx, services, organisationId, { change: 'account-opened', by });
	});
	const row = await requireAccount(services, organisationId);
	try {
		const account = row.providerAccount
			? await gateway.getAccount(row.providerAccount)
			: await gateway.openAccount({
					key: `account:${row.id}`,
					country: row.country,
					name: (await getOrganisation(database.db, organisationId)).name,
					email,
				});
		await writeAccount(services, row, account);
		const pageUrl = `${services.config.appUrl}/stripe-connect-demo`;
		const { url } = await gateway.accountLink({
			account: account.id,
			returnUrl: `${pageUrl}?returned`,
			refreshUrl: pageUrl,
		});
		return await getPaymentAccount(services, organisationId, url);
	} catch (error) {
		throw asUnavailable(error);
	}
}

/** What an administrator decided about the account before: another one does not get round it. */
async function findStop(db: DbOrTx, organisationId: string) {
	const [last] = await db
		.select({ stoppedAt: paymentAccounts.stoppedAt, stopReason: paymentAccounts.stopReason })
		.from(paymentAccounts)
		.where(eq(paymentAccounts.organisationId, organisationId))
		.orderBy(desc(paymentAccounts.id))
		.limit(1);
	return last ?? {};
}

/** Fetches the state of the account from the provider. */
export async function refreshAccount(services: Services, organisationId: string): Promise<PaymentAccount> {
	const row = await requireAccount(services, organisationId);
	try {
		await syncAccount(services, row);
	} catch (error) {
		throw asUnavailable(error);
	}
	return getPaymentAccount(services, organisationId);
}

/** Writes down what the provider says of an account now. @throws GatewayError */
export async function syncAccount(services: Services, row: AccountRow): Promise<void> {
	if (row.providerAccount === null || row.gateway !== services.gateway.name) return;
	await writeAccount(services, row, await services.gateway.getAccount(row.providerAccount));
}

async function writeAccount(services: Services, row: AccountRow, account: GatewayAccount): Promise<void> {
	await services.database.db
		.update(paymentAccounts)
		.set({
			providerAccount: account.id,
			state: stateOf(account),
			chargesEnabled: account.chargesEnabled,
			payoutsEnabled: account.payoutsEnabled,
			defaultCurrency: account.defaultCurrency,
			requirements: account.requirements.map(({ code, dueAt }) => ({
				code,
				dueAt: dueAt?.toISOString() ?? null,
			})),
			disabledReason: account.disabledReason,
			isLive: account.isLive,
			syncedAt: sql`now()`,
			updatedAt: sql`now()`,
			...(account.isClosed ? { disconnectedAt: sql`now()` } : {}),
		})
		.where(eq(paymentAccounts.id, row.id));
	if (account.chargesEnabled && !row.chargesEnabled) await showWallets(services, account.id);
}

/** Lets wallets appear in the checkout of an account. Without them cards can be typed still, so a failure only is noted. */
async function showWallets({ gateway, config, log }: Services, account: string): Promise<void> {
	const { hostname, protocol } = new URL(config.appUrl);
	if (protocol !== 'https:' || !/\.[a-z][a-z0-9-]*$/i.test(hostname)) return;
	try {
		await gateway.registerDomain({ account, host: hostname });
	} catch (error) {
		if (!(error instanceof GatewayError)) throw error;
		log.warn({ error }, 'payments.domain-not-registered');
	}
}

/**
 * Disconnects the account: card payments stop immediately, existing payments stay.
 * @param by the member named in the email to owners; null: the installation itself
 * @throws `open-money` while payments or refunds are pending
 */
export async function disconnectAccount(
	services: Services,
	organisationId: string,
	by: Changer | null,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const row = await findAccount(tx, organisationId);
		if (!row) return;
		const { rows } = await tx.execute<Record<string, never>>(sql`
			SELECT FROM payments WHERE organisation_id = ${organisationId} AND account_id = ${row.id}
				AND (state IN ('created', 'requires_action', 'processing') OR refunding_minor > 0 OR contested_minor > 0) LIMIT 1`);
		const { rows: agreed } = await tx.execute<Record<string, never>>(sql`
			SELECT FROM agreements a JOIN saved_methods m ON m.organisation_id = a.organisation_id AND m.id = a.saved_method_id
			WHERE a.organisation_id = ${organisationId} AND m.account_id = ${row.id} AND a.state <> 'ended' LIMIT 1`);
		if (agreed.length > 0)
			throw ruleViolation(
				'open-agreements',
				message`Donors give through this account each month. Stop their monthly donations first.`,
			);
		if (rows.length > 0)
			throw ruleViolation(
				'open-money',
				message`Payments, refunds or disputes are still open on this account.`,
			);
		await tx
			.update(paymentAccounts)
			.set({ disconnectedAt: sql`now()`, chargesEnabled: false, updatedAt: sql`now()` })
			.where(eq(paymentAccounts.id, row.id));
		if (by) await publishDetailsChange(tx, services, organisationId, { change: 'account-disconnected', by });
	});
}

/** An account of another gateway than the one in use: test accounts end when the installation goes live. */
async function leaveOtherGateway(services: Services, organisationId: string): Promise<void> {
	const row = await findAccount(services.database.db, organisationId);
	if (row && row.gateway !== services.gateway.name) await disconnectAccount(services, organisationId, null);
}

async function requireAccount(services: Services, organisationId: string): Promise<AccountRow> {
	const row = await findAccount(services.database.db, organisationId);
	if (!row) throw notFound('Payment account');
	return row;
}

/** What a call answers when the provider does not: SERVICE_UNAVAILABLE; other errors stay as they are. */
export function asUnavailable(error: unknown): unknown {
	if (!(error instanceof GatewayError)) return error;
	return new AppError('SERVICE_UNAVAILABLE', {
		userMessage: message`The payment provider can’t be reached right now. Try again in a moment.`,
		cause: error,
	});
}
