import { hash } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { agreementPeriods } from '#server/db/tables/payments.ts';
import { subscriptions } from '#server/db/tables/subscriptions.ts';
import { refuseInSandbox } from '#server/domain/accounts/sandbox.ts';
import {
	type AgreementRow,
	findLiveAgreement,
	findOpenPeriod,
	ownNow,
	type PeriodRow,
	scopeOfAgreement,
} from '#server/domain/payments/agreements/agreement-record.ts';
import { abandonPeriod, chargePeriodNow, openPeriod } from '#server/domain/payments/agreements/charge-due.ts';
import { databaseNow } from '#server/domain/payments/agreements/note-payment.ts';
import { cancelPeriodPayment, payPeriod } from '#server/domain/payments/agreements/pay-period.ts';
import {
	changeRenewal,
	openSavedMethod,
	startAgreement,
} from '#server/domain/payments/agreements/start-agreement.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { periodEnd, unusedMinor } from '#shared/rules/agreement-states.ts';
import { isUpgrade, PLAN_CURRENCY, type PlanChoice, planPrice } from '#shared/rules/plans.ts';
import { arePlansCharged, findSubscription } from '../plan-state.ts';
import { readChoice, writeChoice } from '../queries.ts';
import { endSubscription } from './end-subscription.ts';

/** Who chooses, and with which card. */
export interface Chooser {
	organisationId: string;
	email: string;
	/** The network they come from, for the limits against tried cards. */
	network: string;
	confirmationToken?: string | undefined;
	idempotencyKey?: string | undefined;
}

/**
 * Chooses a plan. The first one, a larger one and a refused one are paid now, and hold once they are paid; a smaller one holds from the next
 * period on. Choosing what holds already takes an end or a change back.
 * @throws `plans-not-charged`, `pay-first`, PAYMENT_*, and as `charge`
 */
export async function choosePlan(services: Services, chooser: Chooser, choice: PlanChoice): Promise<void> {
	const { organisationId } = chooser;
	const { db } = services.database;
	await refuseInSandbox(db, organisationId);
	if (!(await arePlansCharged(db)))
		throw ruleViolation('plans-not-charged', message`Plans are not charged here: everything is included.`);
	if (choice.plan === 'free') return endSubscription(services, organisationId);
	const agreement = await findLiveAgreement(db, { organisationId, subjectId: organisationId });
	if (agreement?.state === 'active') return changePlan(services, agreement, chooser, choice);
	if (agreement?.state === 'past_due') return payDue(services, agreement, chooser, choice);
	return begin(services, agreement, chooser, choice);
}

/** The first payment of a plan. One that was begun and not paid is gone on with. */
async function begin(
	services: Services,
	known: AgreementRow | undefined,
	chooser: Chooser,
	choice: PlanChoice,
): Promise<void> {
	const { organisationId } = chooser;
	if (chooser.confirmationToken === undefined) throw cardMissing();
	const method = await openSavedMethod(services, {
		organisationId,
		kind: 'organisation',
		id: organisationId,
		email: chooser.email,
		account: null,
	}).catch((error) => {
		throw error instanceof GatewayError ? new AppError('SERVICE_UNAVAILABLE', { cause: error }) : error;
	});
	const stale = known && (await findOpenPeriod(services.database.db, scopeOfAgreement(known)));
	if (stale && stale.detail !== writeChoice(choice)) await cancelPeriodPayment(services, stale);
	const amountMinor = planPrice(choice.plan, choice.every);
	const period = await services.database.transaction(async (tx) => {
		const agreement =
			known ??
			(await startAgreement(tx, {
				organisationId,
				subjectKind: 'plan',
				subjectId: organisationId,
				savedMethodId: method.id,
				every: choice.every,
				amountMinor,
				currency: PLAN_CURRENCY,
				detail: writeChoice(choice),
				description: `${services.config.productName} ${choice.plan}`,
				firstDueAt: null,
			}));
		await noteChoice(tx, organisationId, agreement.id, choice);
		return openChoice(tx, agreement, choice, amountMinor);
	});
	await payPeriod(services, period, cardOf(services, chooser));
}

/** The row of a plan that is not paid yet; what holds meanwhile goes on. */
async function noteChoice(tx: Tx, organisationId: string, agreementId: string, choice: PlanChoice) {
	const known = await findSubscription(tx, organisationId);
	const isNew = !known || ['none', 'ended', 'incomplete'].includes(known.state);
	await tx
		.insert(subscriptions)
		.values({ organisationId, agreementId, ...choice, state: 'incomplete' })
		.onConflictDoUpdate({
			target: subscriptions.organisationId,
			set: { agreementId, updatedAt: sql`now()`, ...(isNew && { ...choice, state: 'incomplete' }) },
		});
}

/** A period that begins now. */
async function openChoice(
	tx: Tx,
	agreement: AgreementRow,
	choice: PlanChoice,
	amountMinor: number,
): Promise<PeriodRow> {
	const detail = writeChoice(choice);
	const open = await findOpenPeriod(tx, scopeOfAgreement(agreement));
	if (open?.detail === detail && open.amountMinor === amountMinor) return open;
	if (open) await abandonPeriod(tx, open);
	const startsAt = ownNow(agreement, await databaseNow(tx));
	return openPeriod(tx, agreement, {
		startsAt,
		endsAt: periodEnd(startsAt, choice.every, startsAt.getUTCDate()),
		amountMinor,
		every: choice.every,
		renewsMinor: planPrice(choice.plan, choice.every),
		detail,
	});
}

async function changePlan(
	services: Services,
	agreement: AgreementRow,
	chooser: Chooser,
	choice: PlanChoice,
): Promise<void> {
	const paid = await lastPaid(services, agreement);
	const now = ownNow(agreement, await services.database.transaction(databaseNow));
	const before = readChoice(paid.detail);
	const price = planPrice(choice.plan, choice.every);
	const left = unusedMinor({ ...paid, paidMinor: paid.renewsMinor }, now);
	if (!isUpgrade(before, choice) || price <= left) {
		await services.database.transaction(async (tx) => {
			const detail = writeChoice(choice);
			await changeRenewal(tx, agreement, { every: choice.every, amountMinor: price, detail });
			await tx
				.update(subscriptions)
				.set({ state: 'active', changeTo: detail === paid.detail ? null : detail, updatedAt: sql`now()` })
				.where(eq(subscriptions.organisationId, agreement.organisationId));
		});
		return;
	}
	const stale = await findOpenPeriod(services.database.db, scopeOfAgreement(agreement));
	if (stale) await cancelPeriodPayment(services, stale);
	const period = await services.database.transaction((tx) => openChoice(tx, agreement, choice, price - left));
	if (chooser.confirmationToken !== undefined) {
		await payPeriod(services, period, cardOf(services, chooser)).catch((error) =>
			giveUp(services, period, error),
		);
		return;
	}
	const payment = await chargePeriodNow(services, period);
	if (payment?.state === 'failed')
		await giveUp(services, period, new AppError((payment.failure ?? 'PAYMENT_FAILED') as 'PAYMENT_FAILED'));
}

/** A larger plan that was not paid: what was paid before goes on. */
async function giveUp(services: Services, period: PeriodRow, error: unknown): Promise<PaymentRow> {
	await services.database.transaction((tx) => abandonPeriod(tx, period));
	throw error;
}

async function lastPaid(services: Services, { organisationId, id }: AgreementRow): Promise<PeriodRow> {
	const [row] = await services.database.db
		.select()
		.from(agreementPeriods)
		.where(
			and(
				eq(agreementPeriods.organisationId, organisationId),
				eq(agreementPeriods.agreementId, id),
				eq(agreementPeriods.state, 'paid'),
			),
		)
		.orderBy(desc(agreementPeriods.number))
		.limit(1);
	return row as PeriodRow;
}

/** A refused charge, paid by a person. */
async function payDue(
	services: Services,
	agreement: AgreementRow,
	chooser: Chooser,
	choice: PlanChoice,
): Promise<void> {
	const open = await findOpenPeriod(services.database.db, scopeOfAgreement(agreement));
	if (!open || open.detail !== writeChoice(choice))
		throw ruleViolation('pay-first', message`Pay what is due first. Then you can change the plan.`);
	if (chooser.confirmationToken === undefined) throw cardMissing();
	await payPeriod(services, open, cardOf(services, chooser));
}

const cardMissing = () =>
	new AppError('PAYMENT_INVALID_CARD', { metadata: { rule: 'confirmation-token-missing' } });

/** One card token is one attempt, also when the call is repeated without a key. */
const cardOf = (services: Services, { confirmationToken = '', idempotencyKey, network }: Chooser) => ({
	confirmationToken,
	idempotencyKey: idempotencyKey ?? `plan:${hash('sha256', confirmationToken)}`,
	returnUrl: `${services.config.appUrl}/settings/plan?returned`,
	network,
});
