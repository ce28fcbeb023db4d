import { eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { paymentSettings } from '#server/db/tables/payments.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import type { PaymentSettingsAnswer, PendingBankDetails } from '#shared/contracts/payments.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { confirmingMemberHours } from '#shared/rules/payment-details.ts';
import { type MemberRights, memberCan } from '#shared/rules/permissions.ts';
import { memberMaySql } from '../accounts/member-may.ts';
import { refuseStale } from '../accounts/sessions.ts';
import { type Changer, publishDetailsChange } from './payment-details.ts';
import { getPaymentSettings, lockSettings, type SettingsRow } from './settings.ts';

/** A member who reads the settings. */
export interface SettingsReader {
	organisationId: string;
	userId: string;
	rights: MemberRights;
}

/** How an organisation takes money, and the bank details that are to be used later. */
export async function readPaymentSettings(
	db: DbOrTx,
	reader: SettingsReader,
): Promise<PaymentSettingsAnswer> {
	const settings = await getPaymentSettings(db, reader.organisationId);
	return { ...settings, pending: await findPending(db, reader) };
}

async function findPending(db: DbOrTx, reader: SettingsReader): Promise<PendingBankDetails | null> {
	const { organisationId, userId, rights } = reader;
	const { rows } = await db.execute<{
		holder: string;
		iban: string;
		bic: string;
		byId: string | null;
		name: string;
		at: string;
		dueAt: string | null;
		isLongMember: boolean;
	}>(sql`
		SELECT s.pending_holder AS holder, s.pending_iban AS iban, s.pending_bic AS bic, s.pending_by AS "byId",
			coalesce(trim(u.first_name || ' ' || u.last_name), '') AS name, s.pending_at AS at, s.pending_due_at AS "dueAt",
			${isLongMember(organisationId, userId)} AS "isLongMember"
		FROM payment_settings s LEFT JOIN users u ON u.id = s.pending_by
		WHERE s.organisation_id = ${organisationId} AND s.pending_at IS NOT NULL`);
	const [row] = rows;
	if (!row) return null;
	const { name, byId, isLongMember: isLong, ...details } = row;
	const mayManage = memberCan(rights, 'money.manage');
	return {
		...details,
		by: byId === null ? null : { id: byId, name },
		at: new Date(row.at).toISOString(),
		dueAt: row.dueAt && new Date(row.dueAt).toISOString(),
		canConfirm: mayManage && isLong && byId !== userId,
		canWithdraw: mayManage && (rights.role === 'owner' || byId === userId),
	};
}

/** Somebody who joined a moment ago may be whoever asks, under another name. */
const isLongMember = (organisationId: string, userId: string) => sql`EXISTS (
	SELECT FROM memberships m WHERE m.organisation_id = ${organisationId} AND m.user_id = ${userId}
		AND m.created_at <= now() - make_interval(hours => ${confirmingMemberHours}))`;

/**
 * A second member's yes to new bank details: they are used from now on.
 * @param how.iban what they say yes to
 * @throws `no-pending-details`, `details-changed`, `second-member-needed`, `member-too-new`; AUTH_REQUIRED (`confirm-sign-in`)
 */
export async function confirmPendingDetails(
	services: Services,
	organisationId: string,
	{ iban, by }: { iban: string; by: Changer },
): Promise<void> {
	refuseStale(by, services.clock.now());
	await services.database.transaction(async (tx) => {
		const row = await lockPending(tx, organisationId);
		if (row.pendingIban !== iban.replaceAll(/\s/g, '').toUpperCase())
			throw ruleViolation(
				'details-changed',
				message`The bank details were changed again. Check the new ones.`,
			);
		if (row.pendingBy === by.userId)
			throw ruleViolation(
				'second-member-needed',
				message`Another member has to confirm bank details that you changed.`,
			);
		const { rows } = await tx.execute<{ isLong: boolean }>(
			sql`SELECT ${isLongMember(organisationId, by.userId)} AS "isLong"`,
		);
		if (!rows[0]?.isLong)
			throw ruleViolation(
				'member-too-new',
				message`You joined less than a day ago. Ask a member who has been here longer.`,
			);
		await usePending(tx, row);
		await publishDetailsChange(tx, services, organisationId, {
			change: 'transfer-confirmed',
			by,
			iban: row.pendingIban,
		});
	});
}

/**
 * Cancels new bank details before they are used. No recent login is required, so that a member can act quickly.
 * @throws `no-pending-details`; `owner-needed`
 */
export async function withdrawPendingDetails(
	services: Services,
	organisationId: string,
	{ isOwner, by }: { isOwner: boolean; by: Changer },
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const row = await lockPending(tx, organisationId);
		if (!isOwner && row.pendingBy !== by.userId)
			throw ruleViolation(
				'owner-needed',
				message`Only an owner, or the member who made this change, can cancel it.`,
			);
		await writeSettings(tx, row, {});
		await publishDetailsChange(tx, services, organisationId, {
			change: 'transfer-withdrawn',
			by,
			iban: row.pendingIban,
		});
	});
}

async function lockPending(tx: Tx, organisationId: string): Promise<SettingsRow> {
	const row = await lockSettings(tx, organisationId);
	if (row.pendingAt === null)
		throw ruleViolation('no-pending-details', message`There are no bank details to confirm.`);
	return row;
}

/** From now on new orders show these details. Without an IBAN there is nothing to transfer to. */
const usePending = (tx: Tx, row: SettingsRow) =>
	writeSettings(tx, row, {
		transferHolder: row.pendingHolder,
		transferIban: row.pendingIban,
		transferBic: row.pendingBic,
		...(row.pendingIban === '' && { takesTransfers: false }),
	});

/** Writes settings of which nothing is pending any more. */
async function writeSettings(tx: Tx, row: SettingsRow, values: Partial<SettingsRow>): Promise<void> {
	await tx
		.update(paymentSettings)
		.set({
			...values,
			...{ pendingHolder: '', pendingIban: '', pendingBic: '', pendingBy: null },
			...{ pendingAt: null, pendingDueAt: null },
			version: row.version + 1,
			updatedAt: sql`now()`,
		})
		.where(eq(paymentSettings.organisationId, row.organisationId));
}

const name = 'payments.use-bank-details';

/**
 * Activates bank details after 24 hours. If the member who changed them has lost the right to, they stay pending until another member
 * confirms them.
 */
export const bankDetailsPoller = createFairPoller<{ organisationId: string }>({
	name,
	idleMs: 15_000,
	...findDue<{ organisationId: string }>(
		'payments.due-bank-details',
		`SELECT organisation_id AS "organisationId" FROM payment_settings
				WHERE pending_due_at <= now() AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'organisation_id')}
				ORDER BY pending_due_at LIMIT 50`,
	),
	keyOf: ({ organisationId }) => organisationId,
	atOnce: 1,
	async run({ database }, [{ organisationId }]) {
		await database.transaction(async (tx) => {
			const row = await lockSettings(tx, organisationId);
			const { rows } = await tx.execute<{ isDue: boolean; mayStill: boolean }>(sql`
				SELECT s.pending_due_at <= now() AS "isDue", EXISTS (
					SELECT FROM memberships m JOIN users u ON u.id = m.user_id
					WHERE m.organisation_id = s.organisation_id AND m.user_id = s.pending_by AND m.event_ids IS NULL
						AND u.disabled_at IS NULL AND ${sql.raw(memberMaySql('money.manage'))}) AS "mayStill"
				FROM payment_settings s WHERE s.organisation_id = ${organisationId}`);
			if (!rows[0]?.isDue) return;
			if (rows[0].mayStill) return usePending(tx, row);
			await tx
				.update(paymentSettings)
				.set({ pendingDueAt: null, version: row.version + 1 })
				.where(eq(paymentSettings.organisationId, organisationId));
		});
		return 1;
	},
});

/** Uses all bank details whose day is over. @returns of how many organisations */
export const useDueBankDetails = runDue(bankDetailsPoller);
