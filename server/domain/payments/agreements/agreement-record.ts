import { and, desc, eq, ne, or } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { agreementPeriods, agreements, savedMethods } from '#server/db/tables/payments.ts';
import { notFound } from '#shared/errors/app-error.ts';

export type AgreementRow = typeof agreements.$inferSelect;
export type PeriodRow = typeof agreementPeriods.$inferSelect;
export type SavedMethodRow = typeof savedMethods.$inferSelect;

export interface AgreementScope {
	organisationId: string;
	agreementId: string;
}

export const ofAgreement = ({ organisationId, agreementId }: AgreementScope) =>
	and(eq(agreements.organisationId, organisationId), eq(agreements.id, agreementId));

/** The scope of an agreement's row. */
export const scopeOfAgreement = ({ organisationId, id }: AgreementRow): AgreementScope => ({
	organisationId,
	agreementId: id,
});

export async function findAgreement(db: DbOrTx, scope: AgreementScope): Promise<AgreementRow | undefined> {
	const [row] = await db.select().from(agreements).where(ofAgreement(scope));
	return row;
}

/** @throws not-found */
export async function getAgreement(db: DbOrTx, scope: AgreementScope): Promise<AgreementRow> {
	const row = await findAgreement(db, scope);
	if (!row) throw notFound('Agreement');
	return row;
}

/** Locks an agreement until the end of the transaction. Lock order: the payment of a period, the agreement, the period. */
export async function holdAgreement(tx: Tx, scope: AgreementScope): Promise<AgreementRow> {
	const [row] = await tx.select().from(agreements).where(ofAgreement(scope)).for('no key update');
	if (!row) throw notFound('Agreement');
	return row;
}

/** The agreement of a subject that has not ended; undefined when it has none. */
export async function findLiveAgreement(
	db: DbOrTx,
	scope: { organisationId: string; subjectId: string },
): Promise<AgreementRow | undefined> {
	const [row] = await db
		.select()
		.from(agreements)
		.where(
			and(
				eq(agreements.organisationId, scope.organisationId),
				eq(agreements.subjectId, scope.subjectId),
				ne(agreements.state, 'ended'),
			),
		);
	return row;
}

/** The monthly donation that an order started or belongs to, in any state; undefined for other orders. */
export async function findAgreementOfGift(
	db: DbOrTx,
	{ organisationId, orderId }: { organisationId: string; orderId: string },
): Promise<AgreementRow | undefined> {
	const [row] = await db
		.select()
		.from(agreements)
		.where(
			and(
				eq(agreements.organisationId, organisationId),
				or(
					eq(agreements.subjectId, orderId),
					eq(
						agreements.id,
						db
							.select({ id: agreementPeriods.agreementId })
							.from(agreementPeriods)
							.where(
								and(eq(agreementPeriods.organisationId, organisationId), eq(agreementPeriods.id, orderId)),
							),
					),
				),
			),
		);
	return row;
}

export const ofPeriod = ({ organisationId, id }: PeriodRow) =>
	and(eq(agreementPeriods.organisationId, organisationId), eq(agreementPeriods.id, id));

export async function getPeriod(
	db: DbOrTx,
	scope: { organisationId: string; periodId: string },
): Promise<PeriodRow> {
	const [row] = await db
		.select()
		.from(agreementPeriods)
		.where(
			and(eq(agreementPeriods.organisationId, scope.organisationId), eq(agreementPeriods.id, scope.periodId)),
		);
	if (!row) throw notFound('Period');
	return row;
}

/** The period that is being charged; undefined when none is. */
export async function findOpenPeriod(db: DbOrTx, scope: AgreementScope): Promise<PeriodRow | undefined> {
	const [row] = await db
		.select()
		.from(agreementPeriods)
		.where(
			and(
				eq(agreementPeriods.organisationId, scope.organisationId),
				eq(agreementPeriods.agreementId, scope.agreementId),
				eq(agreementPeriods.state, 'open'),
			),
		)
		.orderBy(desc(agreementPeriods.number));
	return row;
}

export async function getSavedMethod(
	db: DbOrTx,
	scope: { organisationId: string; savedMethodId: string },
): Promise<SavedMethodRow> {
	const [row] = await db
		.select()
		.from(savedMethods)
		.where(
			and(eq(savedMethods.organisationId, scope.organisationId), eq(savedMethods.id, scope.savedMethodId)),
		);
	if (!row) throw notFound('Saved card');
	return row;
}

/** Now, on the clock of an agreement. */
export const ownNow = ({ aheadSeconds }: Pick<AgreementRow, 'aheadSeconds'>, now: Date): Date =>
	new Date(now.getTime() + aheadSeconds * 1_000);

/** An instant of an agreement's clock, on the database's. */
export const databaseTime = ({ aheadSeconds }: Pick<AgreementRow, 'aheadSeconds'>, at: Date): Date =>
	new Date(at.getTime() - aheadSeconds * 1_000);
