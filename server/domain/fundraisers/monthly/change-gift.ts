import { hash } from 'node:crypto';
import type { Tx } from '#server/db/client.ts';
import {
	type AgreementRow,
	type AgreementScope,
	findOpenPeriod,
	getAgreement,
	holdAgreement,
	ownNow,
} from '#server/domain/payments/agreements/agreement-record.ts';
import { makeAgreementToken } from '#server/domain/payments/agreements/agreement-token.ts';
import { abandonPeriod, chargeAgreement } from '#server/domain/payments/agreements/charge-due.ts';
import { databaseNow } from '#server/domain/payments/agreements/note-payment.ts';
import { cancelPeriodPayment, payPeriod } from '#server/domain/payments/agreements/pay-period.ts';
import {
	changeRenewal,
	endAgreement,
	moveClock,
	pauseAgreement,
	resumeAgreement,
} from '#server/domain/payments/agreements/start-agreement.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import type { Services } from '#server/services.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { periodEnd } from '#shared/rules/agreement-states.ts';
import { chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import { coverOf } from '#shared/rules/pricing/cover.ts';
import { writeParts } from './parts.ts';

const ended = () =>
	ruleViolation(
		'monthly-gift-ended',
		message`This monthly donation has ended. Donate again to start a new one.`,
	);

/** Holds a monthly gift for a change of it. @throws `monthly-gift-ended` */
async function holdLive(tx: Tx, scope: AgreementScope): Promise<AgreementRow> {
	const agreement = await holdAgreement(tx, scope);
	if (agreement.state === 'ended') throw ended();
	return agreement;
}

/**
 * Changes the amount, from the next charge on. A month that was refused is tried again with the new amount.
 * @throws `monthly-gift-ended`, VALIDATION_FAILED, `payment-in-progress` (409) while a month is being charged
 */
export async function changeAmount(
	services: Services,
	scope: AgreementScope,
	{ amountMinor, cover }: { amountMinor: number; cover: boolean },
): Promise<void> {
	const { database } = services;
	const { currency } = await getAgreement(database.db, scope);
	const parts = { amountMinor, coverMinor: cover ? coverOf(amountMinor, currency) : 0 };
	const totalMinor = parts.amountMinor + parts.coverMinor;
	switch (chargeProblem(amountMinor, currency) ?? chargeProblem(totalMinor, currency)) {
		case 'amount-step':
			throw fieldError('amountMinor', message`Amounts in ${currency} are whole.`);
		case 'amount-too-small':
			throw fieldError('amountMinor', message`This amount is too small to be paid.`);
		case 'amount-too-large':
			throw fieldError('amountMinor', message`This amount is too large.`);
	}
	const due = await findOpenPeriod(database.db, scope);
	if (due) await cancelPeriodPayment(services, due);
	await database.transaction(async (tx) => {
		const agreement = await holdLive(tx, scope);
		await changeRenewal(tx, agreement, {
			every: 'month',
			amountMinor: totalMinor,
			detail: writeParts(parts),
		});
		if (due) await abandonPeriod(tx, due);
	});
}

/**
 * Skips months: the card is charged again on the same day of a later month.
 * @throws `monthly-gift-ended`, `monthly-gift-due` while a month is to be paid, `monthly-gift-paused`
 */
export async function pauseGift(services: Services, scope: AgreementScope, months: number): Promise<void> {
	await services.database.transaction(async (tx) => {
		const agreement = await holdLive(tx, scope);
		if (agreement.state === 'past_due')
			throw ruleViolation(
				'monthly-gift-due',
				message`The last charge was refused. Pay it or stop the monthly donation.`,
			);
		if (agreement.state === 'paused')
			throw ruleViolation('monthly-gift-paused', message`This monthly donation is paused already.`);
		let until = agreement.paidUntil ?? ownNow(agreement, await databaseNow(tx));
		for (let month = 0; month < months; month += 1) until = periodEnd(until, 'month', agreement.anchorDay);
		await pauseAgreement(tx, agreement, until);
	});
}

/** Goes on with a paused gift. One that is not paused stays as it is. @throws `monthly-gift-ended` */
export async function resumeGift(services: Services, scope: AgreementScope): Promise<void> {
	await services.database.transaction(async (tx) => resumeAgreement(tx, await holdLive(tx, scope)));
}

/** Stops a gift: nothing more is charged. A charge that is under way meanwhile is refunded. Twice is once. */
export async function stopGift(
	services: Services,
	scope: AgreementScope,
	reason: 'payer' | 'organiser',
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const agreement = await holdAgreement(tx, scope);
		await endAgreement(services, tx, agreement, { when: 'now', reason });
	});
}

/**
 * Pays the month that is due with a card that the donor enters, and charges that one from then on.
 * @throws `monthly-gift-ended`, `nothing-due`, and as `charge`
 */
export async function payDueGift(
	services: Services,
	scope: AgreementScope,
	card: { confirmationToken: string; idempotencyKey: string; network: string },
): Promise<PaymentRow> {
	const { db } = services.database;
	const agreement = await getAgreement(db, scope);
	if (agreement.state === 'ended') throw ended();
	const due = await findOpenPeriod(db, scope);
	if (!due) throw ruleViolation('nothing-due', message`Nothing is due for this monthly donation.`);
	const token = makeAgreementToken(services.secret, scope);
	return payPeriod(services, due, {
		...card,
		// One card token is one attempt, for one gift.
		idempotencyKey: `gift:${hash('sha256', `${scope.agreementId} ${card.idempotencyKey}`)}`,
		returnUrl: `${services.config.appUrl}/agreements/${token}?returned`,
	});
}

/** In test mode: lets days pass for one gift, and does what is due. @throws RESOURCE_NOT_FOUND where money is real */
export async function passGiftTime(services: Services, scope: AgreementScope, days: number): Promise<void> {
	if (!services.testGateway) throw notFound('Test mode');
	const isDue = await services.database.transaction(async (tx) => {
		await moveClock(tx, await holdAgreement(tx, scope), days * 86_400);
		const { nextAt } = await getAgreement(tx, scope);
		return nextAt !== null && nextAt <= (await databaseNow(tx));
	});
	if (isDue) await chargeAgreement(services, scope);
}
