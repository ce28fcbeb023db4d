import { eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { accountingSettings } from '#server/db/tables/ledger.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
	AccountingSettings,
	updateAccountingSettings as updateContract,
} from '#shared/contracts/ledger.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import {
	hasRates,
	isAccountNumber,
	type MappedAccount,
	mappableAccounts,
	mappingKey,
	proposedNumber,
	proposedRates,
	ratesOf,
} from '#shared/rules/datev/accounts.ts';

export type AccountingSettingsRow = Omit<typeof accountingSettings.$inferSelect, 'updatedAt'>;

const defaults = {
	chart: 'skr03',
	consultantNumber: null,
	clientNumber: null,
	accountLength: 4,
	fiscalYearStart: 1,
	taxMode: 'gross',
	accounts: [],
} as const;

/** How the books are exported, as saved: version 0 where nothing was. */
export async function readAccountingSettings(
	db: DbOrTx,
	organisationId: string,
): Promise<AccountingSettingsRow> {
	const [row] = await db
		.select()
		.from(accountingSettings)
		.where(eq(accountingSettings.organisationId, organisationId));
	if (!row) return { organisationId, ...defaults, accounts: [], version: 0 };
	const { updatedAt: _, ...settings } = row;
	return settings;
}

/** The number and tax key of an account, as saved, else as the chart proposes; `number` is empty where there is none. */
export function createMapping(
	settings: Pick<AccountingSettingsRow, 'chart' | 'accountLength' | 'accounts'>,
): (of: Pick<MappedAccount, 'account' | 'taxBasisPoints'>) => { number: string; taxKey: string } {
	const saved = new Map(settings.accounts.map((one) => [mappingKey(one), one]));
	return (of) => {
		const entry = saved.get(mappingKey(of));
		if (entry && entry.number !== '') return entry;
		return {
			number: proposedNumber(settings.chart, settings.accountLength, of),
			taxKey: entry?.taxKey ?? '',
		};
	};
}

/** How the books are exported: each account with its number, as saved or proposed. */
export async function getAccountingSettings(db: DbOrTx, organisationId: string): Promise<AccountingSettings> {
	const { organisationId: _, accounts, ...settings } = await readAccountingSettings(db, organisationId);
	const mapping = createMapping({ ...settings, accounts });
	const rates = [...new Set([...proposedRates, ...accounts.map((one) => one.taxBasisPoints)])].sort(
		(a, b) => (b ?? -1) - (a ?? -1),
	);
	return {
		...settings,
		accounts: mappableAccounts.flatMap((account) =>
			ratesOf(account, rates).map((taxBasisPoints) => ({
				...{ account, taxBasisPoints },
				number: mapping({ account, taxBasisPoints }).number,
				taxKey: mapping({ account, taxBasisPoints }).taxKey,
				proposedNumber: proposedNumber(settings.chart, settings.accountLength, { account, taxBasisPoints }),
			})),
		),
	};
}

/** The numbers to store: those that differ from what the chart proposes. @throws VALIDATION_FAILED */
function requireAccounts(
	settings: Omit<AccountingSettingsRow, 'organisationId' | 'version'>,
): MappedAccount[] {
	const found = new Map<string, MappedAccount>();
	for (const [index, one] of settings.accounts.entries()) {
		const { account, number, taxKey } = one;
		const taxBasisPoints = hasRates(account) ? one.taxBasisPoints : null;
		if (number !== '' && !isAccountNumber(number, settings.accountLength))
			throw fieldError(
				`accounts.${index}.number`,
				message`Enter ${settings.accountLength} digits, or ${settings.accountLength + 1} for a customer or supplier account.`,
			);
		if (found.has(mappingKey(one)))
			throw fieldError(`accounts.${index}.number`, message`This account is listed twice. Remove one.`);
		found.set(mappingKey(one), { account, taxBasisPoints, number, taxKey });
	}
	return [...found.values()].flatMap((one) => {
		const isProposed = one.number === proposedNumber(settings.chart, settings.accountLength, one);
		if ((isProposed || one.number === '') && one.taxKey === '') return [];
		return [isProposed ? { ...one, number: '' } : one];
	});
}

/**
 * Changes how the books are exported, of the version that was read.
 * @throws a version conflict, VALIDATION_FAILED
 */
export async function updateAccountingSettings(
	services: Services,
	how: { organisationId: string; ifMatch: number | undefined; changes: BodyOf<typeof updateContract> },
): Promise<AccountingSettings> {
	const { organisationId, ifMatch, changes } = how;
	return services.database.transaction(async (tx) => {
		// The row is made first, so that there is one to lock: of two first saves at once, the second is a conflict.
		const made = await tx
			.insert(accountingSettings)
			.values({ organisationId, version: 0 })
			.onConflictDoNothing()
			.returning({ version: accountingSettings.version });
		const isIt = eq(accountingSettings.organisationId, organisationId);
		if (made.length === 0) await tx.select().from(accountingSettings).where(isIt).for('update');
		const { organisationId: _, version, ...saved } = await readAccountingSettings(tx, organisationId);
		if (ifMatch !== undefined && ifMatch !== version) throw versionConflict(version);
		const isOtherChart = changes.chart !== undefined && changes.chart !== saved.chart;
		const settings = { ...saved, ...(isOtherChart && { accounts: [] }), ...changes };
		await tx
			.update(accountingSettings)
			.set({
				...settings,
				accounts: requireAccounts(settings),
				version: version + 1,
				updatedAt: services.clock.now(),
			})
			.where(isIt);
		return getAccountingSettings(tx, organisationId);
	});
}
