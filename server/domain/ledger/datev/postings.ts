import { type LedgerAccount, taxableAccounts } from '#shared/rules/ledger-accounts.ts';
import { taxWithin } from '#shared/rules/pricing/money.ts';
import type { AccountingSettingsRow, createMapping } from '../accounting-settings.ts';
import { textOf } from './posting-texts.ts';

/** A transfer of the books, as the export reads it. */
export interface DatevTransfer {
	sourceKind: string;
	kind: string;
	line: number;
	debit: LedgerAccount;
	credit: LedgerAccount;
	/** Minor units, above 0. */
	amountMinor: number;
	/** In basis points; null: none. */
	rate: number | null;
	/** `DDMM` */
	day: string;
	reference: string;
	document: string;
	event: string;
}

/** A row of the file: `side` says whether `account` is debited (S) or credited (H). */
export interface Posting {
	account: string;
	counterAccount: string;
	side: 'S' | 'H';
	amountMinor: number;
	/** Up to four digits; empty: none. */
	taxKey: string;
	day: string;
	reference: string;
	document: string;
	text: string;
}

/** DATEV’s key that has an account with automatic tax booked without it (Aufhebung der Automatik). */
const WITHOUT_AUTOMATIC_TAX = '40';

type Settings = Pick<AccountingSettingsRow, 'chart' | 'taxMode'>;
type Mapping = ReturnType<typeof createMapping>;

/** An amount that was sold at a rate, with the tax that was posted with it. */
interface Sold {
	transfer: DatevTransfer;
	account: LedgerAccount;
	other: LedgerAccount;
	/** The account is credited: sold, not taken back. */
	isSale: boolean;
	rate: number;
	netMinor: number;
	taxMinor: number;
}

const isTaxable = (account: LedgerAccount) => taxableAccounts.includes(account);

/**
 * The rows of what one source brought about. With tax apart, one for each transfer. Gross: what was sold at a rate is one row with its tax for
 * each account, from which the bookkeeping program works out the tax; where that differs from the tax of the books, a second row posts the
 * difference between the two accounts, so both have the sums of the books.
 * @param transfers of one source, in the order of their lines
 */
export function postingsOf(
	transfers: readonly DatevTransfer[],
	settings: Settings,
	mapping: Mapping,
): Posting[] {
	if (settings.taxMode === 'net')
		return transfers.map((transfer) => plainPosting(transfer, mapping, netKey(transfer, settings, mapping)));
	const sold = new Map<string, Sold>();
	const plain: DatevTransfer[] = [];
	let last: { line: number; of: Sold } | null = null;
	for (const transfer of transfers) {
		const one = soldOf(transfer);
		if (one) {
			const key = [one.account, one.other, one.isSale, one.rate].join(' ');
			const of = sold.get(key) ?? one;
			if (of === one) sold.set(key, one);
			else of.netMinor += one.netMinor;
			last = { line: transfer.line, of };
		} else if (last && isTaxOf(transfer, last)) last.of.taxMinor += transfer.amountMinor;
		else plain.push(transfer);
	}
	return [
		...[...sold.values()].flatMap((one) => grossPostings(one, mapping)),
		...plain.map((transfer) => plainPosting(transfer, mapping, untaxedKey(transfer, mapping))),
	];
}

/** What a transfer sold at a rate above 0, or took back. */
function soldOf(transfer: DatevTransfer): Sold | null {
	const { debit, credit, rate, amountMinor } = transfer;
	const isSale = isTaxable(credit);
	if (rate === null || rate === 0 || isSale === isTaxable(debit)) return null;
	return {
		...{ transfer, isSale, rate, netMinor: amountMinor, taxMinor: 0 },
		account: isSale ? credit : debit,
		other: isSale ? debit : credit,
	};
}

/** The tax of a line is the transfer behind it (`transfersOf` in orders/sale-entries.ts). */
function isTaxOf(transfer: DatevTransfer, { line, of }: { line: number; of: Sold }): boolean {
	const [account, other] = of.isSale ? [transfer.credit, transfer.debit] : [transfer.debit, transfer.credit];
	return account === 'tax' && other === of.other && transfer.rate === of.rate && transfer.line === line + 1;
}

function grossPostings(one: Sold, mapping: Mapping): Posting[] {
	const { account, other, rate, isSale, netMinor, taxMinor, transfer } = one;
	const sales = mapping({ account, taxBasisPoints: rate });
	const grossMinor = netMinor + taxMinor;
	const common = { ...commonOf(transfer), counterAccount: sales.number };
	const rows: Posting[] = [
		{
			...common,
			account: mapping({ account: other, taxBasisPoints: null }).number,
			side: isSale ? 'S' : 'H',
			amountMinor: grossMinor,
			taxKey: sales.taxKey,
		},
	];
	// Above 0: the books have more tax than the program works out.
	const moreMinor = taxMinor - taxWithin(grossMinor, rate);
	if (moreMinor !== 0)
		rows.push({
			...common,
			account: mapping({ account: 'tax', taxBasisPoints: rate }).number,
			side: moreMinor > 0 === isSale ? 'H' : 'S',
			amountMinor: Math.abs(moreMinor),
			taxKey: sales.taxKey === '' ? WITHOUT_AUTOMATIC_TAX : '',
			text: textOf({ ...transfer, kind: 'tax_rounding' }),
		});
	return rows;
}

const commonOf = (transfer: DatevTransfer) => ({
	day: transfer.day,
	reference: transfer.reference,
	document: transfer.document,
	text: textOf(transfer),
});

/** A transfer as it is; an account of what was sold stands behind the other, where its tax key belongs. */
function plainPosting(transfer: DatevTransfer, mapping: Mapping, taxKey: string): Posting {
	const { debit, credit, rate, amountMinor } = transfer;
	const number = (account: LedgerAccount) => mapping({ account, taxBasisPoints: rate }).number;
	const isTurned = isTaxable(debit) && !isTaxable(credit);
	return {
		...commonOf(transfer),
		account: number(isTurned ? credit : debit),
		counterAccount: number(isTurned ? debit : credit),
		side: isTurned ? 'H' : 'S',
		amountMinor,
		taxKey,
	};
}

const taxableOf = ({ debit, credit }: DatevTransfer): LedgerAccount | undefined =>
	[credit, debit].find(isTaxable);

function untaxedKey(transfer: DatevTransfer, mapping: Mapping): string {
	const account = taxableOf(transfer);
	return account ? mapping({ account, taxBasisPoints: transfer.rate }).taxKey : '';
}

/** With tax apart no account may add tax of its own: those of the charts do so unless a key says otherwise. */
function netKey(transfer: DatevTransfer, settings: Settings, mapping: Mapping): string {
	const { rate } = transfer;
	if (rate === null || rate === 0) return untaxedKey(transfer, mapping);
	const isAutomatic = settings.chart !== 'other' && untaxedKey(transfer, mapping) === '';
	return taxableOf(transfer) && isAutomatic ? WITHOUT_AUTOMATIC_TAX : '';
}
