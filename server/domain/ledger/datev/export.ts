import { Zip, ZipDeflate } from 'fflate';
import { download } from '#server/http/export/files.ts';
import { takeExportPlace, watched } from '#server/http/export/one-at-a-time.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { type AccountChart, hasRates, type MappedAccount, mappingKey } from '#shared/rules/datev/accounts.ts';
import { taxableAccounts } from '#shared/rules/ledger-accounts.ts';
import { type AccountingSettingsRow, createMapping, readAccountingSettings } from '../accounting-settings.ts';
import { type Period, readPeriod } from '../periods.ts';
import { type FileHead, headLines, MAX_ROWS, rowLine } from './lines.ts';
import { postingsOf } from './postings.ts';
import { readSources, readUsed, type Used } from './read.ts';
import { encodeWindows1252 } from './text.ts';

type Mapping = ReturnType<typeof createMapping>;

/** Transfers that fit into one file whatever they are: a transfer is two rows at most. */
const mostInOneFile = Math.floor(MAX_ROWS / 2);

const chartNumbers: Readonly<Record<AccountChart, string>> = { skr03: '03', skr04: '04', other: '' };

/**
 * The journal of a month in one currency for DATEV, written while it is read: a file, or a ZIP of files where the month is large.
 * @throws `accounting-settings-missing`, `nothing-booked`, `currency-needed`, `currency-not-supported`, `accounts-missing`
 */
export async function exportDatev(
	services: Services,
	how: { organisationId: string; period: string | undefined; currency: string | undefined },
): Promise<Response> {
	const { db } = services.database;
	const { organisationId } = how;
	const settings = await readAccountingSettings(db, organisationId);
	const { consultantNumber, clientNumber } = settings;
	if (consultantNumber === null || clientNumber === null)
		throw ruleViolation(
			'accounting-settings-missing',
			message`Enter the consultant number and the client number that DATEV knows you by, then export again.`,
		);
	const { period, closed } = await readPeriod(db, { ...how, now: services.clock.now() });
	const used = await readUsed(services, period);
	const currency = requireCurrency(used, how.currency);
	const ofCurrency = used.filter((one) => one.currency === currency);
	const mapping = createMapping(settings);
	requireAccounts(ofCurrency, settings, mapping);
	const head = headOf(services, period, {
		...settings,
		...{ consultantNumber, clientNumber, currency, isClosed: closed !== null },
	});
	const done = takeExportPlace(services, organisationId);
	const rows = rowsOf(services, { period, settings, mapping, head });
	const name = `EXTF_Buchungsstapel_${period.period}_${currency}`;
	const isLarge = ofCurrency.reduce((sum, one) => sum + one.transfers, 0) > mostInOneFile;
	return isLarge
		? download(watched(zipOf(name, head, rows), done), `${name}.zip`, 'application/zip')
		: download(watched(fileOf(head, rows), done), `${name}.csv`, 'text/csv; charset=windows-1252');
}

/** The currency of the file. Amounts in another one than the client’s need a rate, which the books do not hold: each has a file. */
function requireCurrency(used: readonly Used[], wanted: string | undefined): string {
	const currencies = [...new Set(used.map((one) => one.currency))];
	const currency = wanted ?? currencies[0];
	if (currency === undefined || !currencies.includes(currency))
		throw ruleViolation('nothing-booked', message`Nothing was booked in this month. Choose another month.`);
	if (wanted === undefined && currencies.length > 1)
		throw ruleViolation(
			'currency-needed',
			message`This month has entries in more than one currency. Choose one of them.`,
			{ currencies },
		);
	if (currencyDigits(currency) > 2)
		throw ruleViolation(
			'currency-not-supported',
			message`DATEV files have amounts with two decimals, so ${currency} can’t be exported. Download the journal as CSV.`,
			{ currency },
		);
	return currency;
}

/** @throws `accounts-missing` with the accounts that have no number */
function requireAccounts(used: readonly Used[], settings: AccountingSettingsRow, mapping: Mapping): void {
	const needed = new Map<string, Pick<MappedAccount, 'account' | 'taxBasisPoints'>>();
	for (const { debit, credit, rate } of used) {
		for (const account of [debit, credit]) {
			const one = { account, taxBasisPoints: hasRates(account) ? rate : null };
			needed.set(mappingKey(one), one);
			// A cent between the tax of the books and that of the bookkeeping program is posted to the tax account.
			const tax = { account: 'tax' as const, taxBasisPoints: rate };
			if (settings.taxMode === 'gross' && taxableAccounts.includes(account) && rate)
				needed.set(mappingKey(tax), tax);
		}
	}
	const accounts = [...needed.values()].filter((one) => mapping(one).number === '');
	if (accounts.length > 0)
		throw ruleViolation(
			'accounts-missing',
			message`Some accounts have no number yet. Enter one for each under “Accounts for DATEV”, then export again.`,
			{ accounts },
		);
}

/** Digits of a local time: `20261201093000000`. */
function digitsOf(at: Date, timeZone: string): string {
	const parts = new Intl.DateTimeFormat('en', {
		...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
		...{ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 },
	}).formatToParts(at);
	const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
	return ['year', 'month', 'day', 'hour', 'minute', 'second', 'fractionalSecond'].map(part).join('');
}

function headOf(
	services: Services,
	{ period, timeZone }: Period,
	of: Omit<AccountingSettingsRow, 'consultantNumber' | 'clientNumber'> &
		Pick<FileHead, 'consultantNumber' | 'clientNumber' | 'currency' | 'isClosed'>,
): FileHead {
	const [year, month] = period.split('-').map(Number) as [number, number];
	const first = of.fiscalYearStart <= month ? year : year - 1;
	const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
	const digits = period.replace('-', '');
	const test = services.testGateway ? 'TEST ' : '';
	return {
		createdAt: digitsOf(services.clock.now(), timeZone),
		fiscalYearStart: `${first}${String(of.fiscalYearStart).padStart(2, '0')}01`,
		firstDay: `${digits}01`,
		lastDay: `${digits}${days}`,
		consultantNumber: of.consultantNumber,
		clientNumber: of.clientNumber,
		accountLength: of.accountLength,
		name: `${test}Foyer ${period}`,
		chart: chartNumbers[of.chart],
		currency: of.currency,
		isClosed: of.isClosed,
	};
}

/** The rows of a source at a time. */
async function* rowsOf(
	services: Services,
	of: { period: Period; settings: AccountingSettingsRow; mapping: Mapping; head: FileHead },
): AsyncGenerator<string[]> {
	const { period, settings, mapping, head } = of;
	const digits = currencyDigits(head.currency);
	for await (const transfers of readSources(services, period, head.currency)) {
		const postings = postingsOf(transfers, settings, mapping);
		// Booked for the first time at a rate or account since the numbers were checked: no row may be lost.
		for (const { account, counterAccount } of postings)
			if (account === '' || counterAccount === '') throw new Error('An account of the export has no number.');
		// What moves nothing in the bookkeeping program, as two of our accounts have one number there, is refused by it.
		yield postings
			.filter(({ account, counterAccount }) => account !== counterAccount)
			.map((posting) => rowLine(posting, head, digits));
	}
}

const pieceLength = 64 * 1_024;

function fileOf(head: FileHead, rows: AsyncGenerator<string[]>): ReadableStream<Uint8Array> {
	let text = headLines(head);
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				let isDone = false;
				while (!isDone && text.length < pieceLength) {
					const next = await rows.next();
					isDone = next.done === true;
					if (!next.done) text += next.value.join('');
				}
				if (text !== '') controller.enqueue(encodeWindows1252(text));
				text = '';
				if (isDone) controller.close();
			},
			cancel: () => void rows.return(undefined),
		},
		{ highWaterMark: 0 },
	);
}

/**
 * Files of at most `mostRows` rows each in a ZIP, named by their number.
 * @param mostRows of a file
 */
export function zipOf(
	name: string,
	head: FileHead,
	rows: AsyncGenerator<string[]>,
	mostRows = MAX_ROWS,
): ReadableStream<Uint8Array> {
	let zip: Zip;
	let file: ZipDeflate | null = null;
	let files = 0;
	let inFile = 0;
	let written = 0;
	let isEnded = false;
	const push = (lines: readonly string[]) => {
		for (let from = 0; from < lines.length; ) {
			if (!file || inFile === mostRows) {
				file?.push(new Uint8Array(0), true);
				files += 1;
				inFile = 0;
				file = new ZipDeflate(`${name}_${files}.csv`, { level: 6 });
				zip.add(file);
				file.push(encodeWindows1252(headLines({ ...head, name: `${head.name} ${files}` })));
			}
			const taken = lines.slice(from, from + mostRows - inFile);
			file.push(encodeWindows1252(taken.join('')));
			inFile += taken.length;
			from += taken.length;
		}
	};
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				zip = new Zip((error, chunk, isLast) => {
					if (error) return controller.error(error);
					written += chunk.length;
					if (chunk.length > 0) controller.enqueue(chunk);
					if (isLast) controller.close();
				});
			},
			async pull() {
				// The compressor buffers small pieces, and a stream that was given nothing is not read again: read until some came.
				const before = written;
				while (written === before && !isEnded) {
					const next = await rows.next();
					if (!next.done) push(next.value);
					else {
						isEnded = true;
						file?.push(new Uint8Array(0), true);
						zip.end();
					}
				}
			},
			cancel: () => void rows.return(undefined),
		},
		{ highWaterMark: 0 },
	);
}
