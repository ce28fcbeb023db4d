import { and, eq, isNull, sql } from 'drizzle-orm';
import { disputes, payments } from '#server/db/tables/payments.ts';
import type { TestGateway } from '#server/platform/payments/test-gateway/index.ts';
import type { Services } from '#server/services.ts';
import type { Trial } from '#shared/contracts/payments.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { newId } from '#shared/lib/ids.ts';
import { leastCharge } from '#shared/lib/provider-amounts.ts';
import type { TrialAct } from '#shared/rules/payment-states.ts';
import { post } from '../ledger/post.ts';
import { listTransfers } from '../ledger/queries.ts';
import { syncBalance } from './balance.ts';
import { charge } from './charge.ts';
import { applyDispute } from './disputes.ts';
import { type PaymentRow, paymentColumns, presentPayment } from './payment-record.ts';
import { syncPayout } from './payout-content.ts';
import type { AccountRow } from './queries.ts';
import { settleRefund } from './refund.ts';
import { requestRefund } from './request-refund.ts';

/** What a trial has at hand. */
interface Scene {
	services: Services;
	provider: TestGateway;
	account: AccountRow & { providerAccount: string };
	payment: PaymentRow;
}

const cards: Partial<Record<TrialAct, string>> = { decline: '4000000000000002' };
const validCard = '4242424242424242';

/** 48 of the account's currency, or what can be charged in it. */
function amountOf(currency: string): number {
	return Math.max(48 * 10 ** currencyDigits(currency), leastCharge(currency) * 2);
}

/**
 * Tries out one happening in test mode, with a charge of its own that sells nothing: every step is the one that runs in production. The
 * books settle the charge against `trials`, so nobody seems to be owed money.
 * @throws `account-cannot-charge`, `nothing-to-pay-out`
 */
export async function runTrial(
	services: Services,
	provider: TestGateway,
	account: Scene['account'],
	act: TrialAct,
): Promise<void> {
	const payment = await chargeCard(services, provider, account, act);
	if (!payment) return;
	const scene = { services, provider, account, payment };
	if (act === 'refund') await refundTrial(scene);
	if (act === 'dispute_won') await disputeTrial(scene, 'won');
	if (act === 'dispute_lost') await disputeTrial(scene, 'lost');
	if (act === 'payout') await payOutTrial(scene);
	await syncBalance(services, account);
}

/** Charges a test card; undefined: it was declined, as it was meant to be. */
async function chargeCard(
	services: Services,
	provider: TestGateway,
	account: Scene['account'],
	act: TrialAct,
): Promise<PaymentRow | undefined> {
	const { organisationId } = account;
	const currency = account.defaultCurrency ?? 'EUR';
	const card = { number: cards[act] ?? validCard, expMonth: 12, expYear: 2099, cvc: '123' };
	const { id: confirmationToken } = await provider.createConfirmationToken(card);
	const subjectId = newId();
	try {
		const payment = await charge(services, {
			organisationId,
			eventId: null,
			subjectId,
			subjectKind: 'trial',
			note: act,
			currency,
			amountMinor: amountOf(currency),
			feeMinor: 0,
			confirmationToken,
			idempotencyKey: `trial:${subjectId}`,
			description: 'Test charge',
			statementSuffix: 'TEST',
			returnUrl: `${services.config.appUrl}/stripe-connect-demo`,
			// Cards are declined here on purpose: that counts against no network.
			network: `trial ${subjectId}`,
		});
		await settleAgainstTrials(services, payment, 'charge');
		return payment;
	} catch (error) {
		if (error instanceof AppError && error.status === 402) return undefined;
		throw error;
	}
}

/** The other side of what a buyer paid for nothing: without it the books would owe it back. */
async function settleAgainstTrials(
	services: Services,
	payment: PaymentRow,
	kind: 'charge' | 'refund',
): Promise<void> {
	const { organisationId, subjectId, currency, capturedMinor: amountMinor } = payment;
	const accounts =
		kind === 'charge'
			? ({ debit: 'buyer', credit: 'trials' } as const)
			: ({ debit: 'trials', credit: 'buyer' } as const);
	await services.database.transaction((tx) =>
		post(tx, [
			{
				...{ organisationId, subjectId, currency, eventId: null },
				sourceKind: 'trial',
				sourceId: subjectId,
				transfers: [{ kind, ...accounts, amountMinor }],
			},
		]),
	);
}

async function refundTrial({ services, payment }: Scene): Promise<void> {
	const { organisationId, id: paymentId, capturedMinor: amountMinor } = payment;
	const refund = await services.database.transaction((tx) =>
		requestRefund(services, tx, { organisationId, paymentId, amountMinor, reason: 'trial' }),
	);
	await settleRefund(services, { organisationId, refundId: refund.id });
	await settleAgainstTrials(services, payment, 'refund');
}

async function disputeTrial(
	{ services, provider, account, payment }: Scene,
	outcome: 'won' | 'lost',
): Promise<void> {
	const at = account.providerAccount;
	const disputeId = await provider.openDispute(at, payment.providerId as string);
	if (disputeId === null) return;
	const apply = async () =>
		applyDispute(
			services,
			{ organisationId: payment.organisationId, paymentId: payment.id },
			await services.gateway.getDispute({ account: at, disputeId }),
		);
	await apply();
	await provider.closeDispute(at, disputeId, outcome);
	await apply();
}

async function payOutTrial({ services, provider, account }: Scene): Promise<void> {
	const ids = await provider.runPayout(account.providerAccount, { isEarly: true });
	if (ids.length === 0)
		throw ruleViolation(
			'nothing-to-pay-out',
			message`The balance at the provider is not above zero. Charge a card first.`,
		);
	for (const id of ids) {
		await syncPayout(services, account, id);
		await provider.settlePayout(account.providerAccount, id, 'paid');
		await syncPayout(services, account, id);
	}
}

/** Trials that are looked through for the last of each kind. */
const lookedThrough = 60;

/** The last trial of each kind, with its lines of the books. */
export async function listTrials(services: Services, organisationId: string): Promise<Trial[]> {
	const { db } = services.database;
	const rows = await db
		.select(paymentColumns)
		.from(payments)
		.where(
			and(
				eq(payments.organisationId, organisationId),
				isNull(payments.eventId),
				eq(payments.subjectKind, 'trial'),
			),
		)
		.orderBy(sql`${payments.id} DESC`)
		.limit(lookedThrough);
	const newest = new Map(rows.toReversed().map((row) => [row.note as TrialAct, row]));
	return Promise.all(
		[...newest].map(async ([act, row]) => {
			const payout = act === 'payout' ? await findPayoutAfter(services, row) : undefined;
			const [dispute] = await db
				.select({ state: disputes.state })
				.from(disputes)
				.where(and(eq(disputes.organisationId, organisationId), eq(disputes.paymentId, row.id)));
			const subjects = payout ? [row.subjectId, payout.id] : [row.subjectId];
			return {
				act,
				payment: presentPayment(row),
				disputeState: dispute?.state ?? null,
				payoutState: payout?.state ?? null,
				transfers: await listTransfers(db, { organisationId, eventId: null, subjectIds: subjects }),
			};
		}),
	);
}

/** The payout that was made with a trial: the first after its charge. */
async function findPayoutAfter(services: Services, payment: PaymentRow) {
	const { rows } = await services.database.db.execute<{ id: string; state: Trial['payoutState'] }>(sql`
		SELECT id, state FROM payouts WHERE organisation_id = ${payment.organisationId}
			AND account_id = ${payment.accountId} AND id > ${payment.id}::uuid ORDER BY id LIMIT 1`);
	return rows[0];
}
