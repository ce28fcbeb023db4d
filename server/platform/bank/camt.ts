import { message } from '#shared/errors/translatable-message.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { isCurrency } from '#shared/lib/currency-list.ts';
import { allAt, decodeXml, readXml, textAt, type XmlElement } from '../xml.ts';
import {
	type BankFile,
	type BankFileLine,
	BankFileProblem,
	createSkipCounter,
	limited,
} from './bank-file.ts';
import { dayOf } from './statement-days.ts';

/** The messages of ISO 20022 that have entries: report of a day, statement, notification. */
const messages = [
	{ kind: 'camt.052', root: 'BkToCstmrAcctRpt', part: 'Rpt' },
	{ kind: 'camt.053', root: 'BkToCstmrStmt', part: 'Stmt' },
	{ kind: 'camt.054', root: 'BkToCstmrDbtCdtNtfctn', part: 'Ntfctn' },
] as const;

const notUnderstood = (word: string, tag: string) =>
	new BankFileProblem(
		message`An entry of this statement says “${limited(word, 60)}” as ${tag}, which is not understood.`,
	);

/**
 * Reads a statement of ISO 20022 (CAMT.052, 053 or 054). Only booked entries count.
 * @throws BankFileProblem
 */
export function readCamt(bytes: Uint8Array): BankFile {
	const source = decodeXml(bytes);
	if (source === null)
		throw new BankFileProblem(
			message`This file is not written in the encoding that it declares. Export it from your bank again.`,
		);
	const root = readXml(source);
	const found = messages.flatMap(({ kind, root: name, part }) =>
		root ? allAt(root, name, part).map((statement) => ({ kind, statement })) : [],
	);
	if (found.length === 0)
		throw new BankFileProblem(
			message`This file is no CAMT.053 statement. Export “CAMT.053” or CSV from your bank.`,
		);
	const lines: BankFileLine[] = [];
	const skipped = createSkipCounter();
	for (const [index, { kind, statement }] of found.entries()) {
		const account = textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
		for (const entry of allAt(statement, 'Ntry')) readEntry(entry, { kind, account, part: String(index) });
	}
	return { lines, skipped: skipped.counts };

	function readEntry(entry: XmlElement, of: { kind: string; account: string; part: string }) {
		const details = allAt(entry, 'NtryDtls', 'TxDtls');
		const state = stateOfEntry(entry);
		if (state !== 'booked') {
			skipped.add(state, Math.max(1, details.length));
			return;
		}
		const isIn = isCredit(entry);
		if (isIn === null) throw notUnderstood('', 'CdtDbtInd');
		// Collected payments without amounts of their own are one: what they are together is known.
		const isCollected = details.length > 1 && details.every((detail) => amountElement(detail) !== undefined);
		for (const [place, detail] of (isCollected ? details : [undefined]).entries()) {
			const parts = detail ? [detail] : details;
			const directions = parts.map((part) => isCredit(part) ?? isIn);
			if (directions.includes(false) || !(isIn || detail)) {
				skipped.add('outgoing');
			} else if (
				isReversal(entry) ||
				parts.some((part) => isReversal(part) || allAt(part, 'RtrInf').length > 0)
			) {
				skipped.add('reversed');
			} else {
				const line = lineOf(entry, parts, { ...of, place: isCollected ? place : null });
				// Entries of zero are notices of the bank.
				if (line) lines.push(line);
				else skipped.add('no-amount');
			}
		}
	}
}

function stateOfEntry(entry: XmlElement): 'booked' | 'pending' {
	const state = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts', 'Prtry') || textAt(entry, 'Sts');
	if (state === '' || state === 'BOOK') return 'booked';
	if (state === 'PDNG' || state === 'INFO' || state === 'FUTR') return 'pending';
	throw notUnderstood(state, 'Sts');
}

/** Null: it does not say. */
function isCredit(element: XmlElement): boolean | null {
	const direction = textAt(element, 'CdtDbtInd');
	if (direction === '') return null;
	if (direction !== 'CRDT' && direction !== 'DBIT') throw notUnderstood(direction, 'CdtDbtInd');
	return direction === 'CRDT';
}

function isReversal(element: XmlElement): boolean {
	const said = textAt(element, 'RvslInd');
	if (!['', 'true', 'false', '0', '1'].includes(said)) throw notUnderstood(said, 'RvslInd');
	return said === 'true' || said === '1';
}

const amountElement = (detail: XmlElement): XmlElement | undefined =>
	allAt(detail, 'Amt')[0] ?? allAt(detail, 'AmtDtls', 'TxAmt', 'Amt')[0];

/** A plain decimal as minor units, as far as the digits of its currency go; null for anything else. */
export function decimalToMinor(amount: string, currency: string): number | null {
	const digits = currencyDigits(currency);
	const match = /^([+-]?)(\d{1,12})?(?:\.(\d*))?$/.exec(amount);
	if (!match || !/\d/.test(amount)) return null;
	const [, sign, whole = '', fraction = ''] = match;
	const cents = fraction.padEnd(digits, '0');
	if (!/^0*$/.test(cents.slice(digits))) return null;
	const minor = Number(whole + cents.slice(0, digits));
	return sign === '-' ? -minor : minor;
}

const dateOf = (entry: XmlElement): string | null => {
	const said = ['BookgDt', 'ValDt'].flatMap((name) =>
		['Dt', 'DtTm'].map((part) => textAt(entry, name, part)),
	);
	return dayOf((said.find((text) => text !== '') ?? '').slice(0, 10));
};

/** Names that a bank gives to one transaction, unlike those that a payer chooses. */
const ownNames = ['AcctSvcrRef', 'TxId', 'UETR', 'ClrSysRef'];
const isNoName = (text: string) => /^(?:NONREF|NOT ?PROVIDED|N\/?A|NONE|0*|-+)$/i.test(text);

function lineOf(
	entry: XmlElement,
	parts: readonly XmlElement[],
	of: {
		kind: string;
		account: string;
		part: string;
		/** Of a detail of a collected entry, which is a payment of its own. */
		place: number | null;
	},
): BankFileLine | null {
	const amount = of.place !== null && parts[0] ? amountElement(parts[0]) : allAt(entry, 'Amt')[0];
	const currency = amount?.attributes.Ccy ?? '';
	const amountMinor = amount && isCurrency(currency) ? decimalToMinor(amount.text.trim(), currency) : null;
	if (amountMinor === null)
		throw new BankFileProblem(message`An entry of this statement has no amount that can be read.`);
	if (amountMinor <= 0) return null;
	const bookedOn = dateOf(entry);
	if (bookedOn === null)
		throw new BankFileProblem(message`An entry of this statement has no date that can be read.`);
	const at = (...path: string[]) =>
		parts.flatMap((part) => allAt(part, ...path)).map(({ text }) => text.trim());
	// Data about several payments together says nothing about one.
	const ofEntry = of.place !== null ? [] : [textAt(entry, 'AddtlNtryInf')];
	const endToEnd = at('Refs', 'EndToEndId').filter((text) => !isNoName(text));
	const texts = [
		...at('RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
		...at('RmtInf', 'Strd', 'RfrdDocInf', 'Nb'),
		...at('RmtInf', 'Strd', 'AddtlRmtInf'),
		...at('RmtInf', 'Ustrd'),
		...at('AddtlTxInf'),
		...endToEnd,
		...ofEntry,
	].filter((text) => text !== '');
	const payer = at('RltdPties', 'Dbtr', 'Nm').concat(
		at('RltdPties', 'Dbtr', 'Pty', 'Nm'),
		at('RltdPties', 'UltmtDbtr', 'Nm'),
		at('RltdPties', 'UltmtDbtr', 'Pty', 'Nm'),
	);
	const text = limited([...new Set(texts)].join(' '), 1_000);
	const references = parts
		.flatMap((part) => allAt(part, 'Refs').flatMap(({ children }) => children))
		.map((child) => [child.name, child.text.trim() || textAt(child, 'Ref')] as const);
	const entryReference = textAt(entry, 'AcctSvcrRef');
	const isCertain =
		!isNoName(entryReference) ||
		references.some(([name, said]) => ownNames.includes(name) && !isNoName(said));
	const name = limited(payer.find((one) => one !== '') ?? '', 140);
	return {
		...{
			bookedOn,
			amountMinor,
			currency,
			payer: name,
			text,
			texts: [...new Set(texts)],
			isCertain,
			part: of.part,
		},
		// Two that the bank named are distinguished, in whichever message.
		source: isCertain ? 'camt' : of.kind,
		// A report of the day and the statement name a transaction alike, but do not always describe it alike.
		identity: JSON.stringify([
			...[of.account, bookedOn, amountMinor, currency, entryReference, references, of.place],
			isCertain ? [] : [name, text],
		]),
	};
}
