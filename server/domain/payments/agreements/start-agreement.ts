import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { agreements, savedMethods } from '#server/db/tables/payments.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { AgreementInterval, AgreementKind } from '#shared/rules/agreement-states.ts';
import {
	type AgreementRow,
	databaseTime,
	ofAgreement,
	ownNow,
	type SavedMethodRow,
	scopeOfAgreement,
} from './agreement-record.ts';
import { databaseNow, endInside } from './note-payment.ts';

/** Somebody whose card can be saved. */
export interface Payer {
	organisationId: string;
	kind: SavedMethodRow['payerKind'];
	id: string;
	/** For the provider's receipts. */
	email: string;
	/** The payment account that charges, ours and the provider's id; null: the installation's own. */
	account: { id: string; providerAccount: string } | null;
}

/**
 * The saved card of a payer, or a place for one: a customer at the provider. Hand its `providerCustomer` to a charge as `saveFor`, and the
 * card of that charge is saved when it succeeds.
 * @throws GatewayError
 */
export async function openSavedMethod(services: Services, payer: Payer): Promise<SavedMethodRow> {
	const { database, gateway } = services;
	const find = () =>
		database.db
			.select()
			.from(savedMethods)
			.where(
				and(
					eq(savedMethods.organisationId, payer.organisationId),
					eq(savedMethods.payerId, payer.id),
					eq(savedMethods.gateway, gateway.name),
					payer.account ? eq(savedMethods.accountId, payer.account.id) : isNull(savedMethods.accountId),
				),
			);
	const [known] = await find();
	if (known) return known;
	const customer = await gateway.createCustomer({
		key: `customer:${payer.organisationId}:${payer.id}:${payer.account?.id ?? 'installation'}`,
		account: payer.account?.providerAccount ?? null,
		email: payer.email,
	});
	await database.db
		.insert(savedMethods)
		.values({
			id: newId(),
			organisationId: payer.organisationId,
			payerKind: payer.kind,
			payerId: payer.id,
			gateway: gateway.name,
			accountId: payer.account?.id ?? null,
			providerCustomer: customer.id,
		})
		.onConflictDoNothing();
	const [made] = await find();
	return made as SavedMethodRow;
}

/** What is agreed. */
export interface NewAgreement {
	organisationId: string;
	subjectKind: AgreementKind;
	/** What is paid again and again: the organisation of a plan, the donation that began a monthly gift. */
	subjectId: string;
	/** The event of a gift. */
	eventId?: string;
	savedMethodId: string;
	every: AgreementInterval;
	amountMinor: number;
	currency: string;
	detail?: string;
	/** Day of the month on which periods begin; that of the first charge where it is left out. */
	anchorDay?: number;
	/** On the provider's pages. */
	description: string;
	/** The first charge by the worker; null: the first period is paid by its payer (`payPeriod`) before anything is charged. */
	firstDueAt: Date | null;
}

/** Begins an agreement, in the caller's transaction. A subject has one that has not ended. */
export async function startAgreement(tx: Tx, wanted: NewAgreement): Promise<AgreementRow> {
	const { firstDueAt, ...values } = wanted;
	const anchor = firstDueAt ?? (await databaseNow(tx));
	const [row] = await tx
		.insert(agreements)
		.values({
			...values,
			id: newId(),
			anchorDay: wanted.anchorDay ?? anchor.getUTCDate(),
			state: firstDueAt ? 'active' : 'incomplete',
			nextAt: firstDueAt,
			paidUntil: firstDueAt,
		})
		.returning();
	return row as AgreementRow;
}

/** What the next periods cost and are for; the one that is paid stays as it is. */
export async function changeRenewal(
	tx: Tx,
	agreement: AgreementRow,
	renewal: { every: AgreementInterval; amountMinor: number; detail: string },
): Promise<void> {
	await tx
		.update(agreements)
		.set({ ...renewal, isEnding: false, updatedAt: sql`now()` })
		.where(ofAgreement(scopeOfAgreement(agreement)));
}

/** Ends an agreement: when the paid period does, or now. Nothing more is charged. */
export async function endAgreement(
	services: Services,
	tx: Tx,
	agreement: AgreementRow,
	{ when, reason }: { when: 'period-end' | 'now'; reason: string },
): Promise<void> {
	if (when === 'now' || agreement.state !== 'active') return endInside(services, tx, agreement, reason);
	await tx
		.update(agreements)
		.set({ isEnding: true, endedReason: reason, updatedAt: sql`now()` })
		.where(ofAgreement(scopeOfAgreement(agreement)));
}

/** Charges nothing until a day of the payer's choice, from which periods begin anew. */
export async function pauseAgreement(tx: Tx, agreement: AgreementRow, until: Date): Promise<void> {
	await tx
		.update(agreements)
		.set({
			state: 'paused',
			nextAt: sql`${until.toISOString()}::timestamptz - make_interval(secs => ${agreements.aheadSeconds})`,
			updatedAt: sql`now()`,
		})
		.where(and(ofAgreement(scopeOfAgreement(agreement)), eq(agreements.state, 'active')));
}

/**
 * Goes on with a paused agreement: on the day until which is paid, or with the next round of the worker where that is over. Days that were
 * skipped are not charged.
 */
export async function resumeAgreement(tx: Tx, agreement: AgreementRow): Promise<void> {
	const { paidUntil } = agreement;
	const isPaid = paidUntil !== null && paidUntil > ownNow(agreement, await databaseNow(tx));
	await tx
		.update(agreements)
		.set({
			...(isPaid && { state: 'active' as const }),
			nextAt: isPaid ? databaseTime(agreement, paidUntil) : sql`now()`,
			updatedAt: sql`now()`,
		})
		.where(and(ofAgreement(scopeOfAgreement(agreement)), eq(agreements.state, 'paused')));
}

/** Deletes the saved card of an erased account; its agreements have ended. */
export async function forgetCard(tx: Tx, { organisationId, savedMethodId }: AgreementRow): Promise<void> {
	await tx
		.update(savedMethods)
		.set({ providerMethod: null, brand: null, last4: null, updatedAt: sql`now()` })
		.where(and(eq(savedMethods.organisationId, organisationId), eq(savedMethods.id, savedMethodId)));
}

/** In test mode: lets time pass for one agreement. */
export async function moveClock(tx: Tx, agreement: AgreementRow, seconds: number): Promise<void> {
	await tx
		.update(agreements)
		.set({
			aheadSeconds: sql`${agreements.aheadSeconds} + ${seconds}`,
			nextAt: sql`${agreements.nextAt} - make_interval(secs => ${seconds})`,
			updatedAt: sql`now()`,
		})
		.where(ofAgreement(scopeOfAgreement(agreement)));
}
