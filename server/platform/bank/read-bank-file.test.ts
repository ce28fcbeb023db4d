import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { BankFileProblem, readBankFile } from './read-bank-file.ts';

/** What a file says, in words: its lines, what was skipped, or why it is refused. */
async function read(content: string | Uint8Array, currency = 'EUR'): Promise<string> {
	const bytes = typeof content === 'string' ? strToU8(content) : content;
	try {
		const { lines, skipped } = await readBankFile(bytes, currency);
		return [
			...lines.map((line) => `${line.bookedOn} ${line.amountMinor} ${line.currency}`),
			...Object.entries(skipped).map(([reason, times]) => `${reason} ${times}`),
		].join(', ');
	} catch (error) {
		if (error instanceof BankFileProblem) return `refused: ${error.message}`;
		throw error;
	}
}

const paid = '2026-11-20 2350 EUR';

describe('the direction of a row', () => {
	test.each([
		// The amount itself.
		['Date,Description,Amount', '2026-11-20,REF,-23.50', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,23.50-', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,−23.50', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,(23.50)', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,€(23.50)', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,-€23.50', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,EUR -23.50', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,23.50 DR', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,23.50DR', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,DR 23.50', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,23.50 D', 'outgoing 1'],
		['Date;Description;Amount', '2026-11-20;REF;23,50 S', 'outgoing 1'],
		['Date;Description;Amount', '2026-11-20;REF;23,50 Soll', 'outgoing 1'],
		['Date,Description,Amount', '2026-11-20,REF,23.50 CR', paid],
		['Date,Description,Amount', '2026-11-20,REF,+23.50', paid],
		['Date,Description,Amount', '2026-11-20,REF,23.50+', paid],
		['Date;Description;Amount', '2026-11-20;REF;23,50 H', paid],
		['Date,Description,Amount', '2026-11-20,REF,23.50 EUR', paid],
		// A column for it.
		['Date,Description,Amount,Type', '2026-11-20,Refund REF,23.50,Debit', 'outgoing 1'],
		['Date,Description,Amount,Type', '2026-11-20,REF,23.50,Credit', paid],
		['Date,Description,Amount,Type', '2026-11-20,REF,23.50,DR', 'outgoing 1'],
		['Date,Description,Amount,Type', '2026-11-20,REF,23.50,Withdrawal', 'outgoing 1'],
		['Date,Description,Amount,Type', '2026-11-20,REF,23.50,Direct debit', 'outgoing 1'],
		['Date,Description,Amount,Debit/Credit', '2026-11-20,REF,23.50,D', 'outgoing 1'],
		['Date,Description,Amount,D/C', '2026-11-20,REF,23.50,C', paid],
		['Date,Description,Amount,D/K', '2026-11-20,REF,23.50,K', paid],
		['Date,Description,Amount,DC', '2026-11-20,REF,23.50,debet', 'outgoing 1'],
		['Datum;Omschrijving;Bedrag;Af Bij', '2026-11-20;REF;23,50;Af', 'outgoing 1'],
		['Datum;Omschrijving;Bedrag;Af/Bij', '2026-11-20;REF;23,50;Bij', paid],
		['Datum;Text;Betrag;Soll/Haben', '2026-11-20;REF;23,50;Soll', 'outgoing 1'],
		['Datum;Text;Betrag;S/H', '2026-11-20;REF;23,50;H', paid],
		['Date;Libellé;Montant;Sens', '2026-11-20;REF;23,50;Débit', 'outgoing 1'],
		['Fecha;Concepto;Importe;Tipo', '2026-11-20;REF;23,50;Cargo', 'outgoing 1'],
		['Data;Causale;Importo;Segno', '2026-11-20;REF;23,50;Dare', 'outgoing 1'],
		['Date,Description,Amount,+/-', '2026-11-20,REF,23.50,-', 'outgoing 1'],
		['Date,Description,Amount,+/-', '2026-11-20,REF,23.50,+', paid],
		['Date,Description,Amount,Richtung', '2026-11-20,REF,23.50,Ausgang', 'outgoing 1'],
		// A column of no known name, of which all cells are directions.
		['Date,Description,Amount,XY', '2026-11-20,REF,23.50,Debit', 'outgoing 1'],
		['Date,Description,Amount,', '2026-11-20,REF,23.50,S', 'outgoing 1'],
		// All that speaks of it has to say that it came in.
		['Date,Description,Amount,Type', '2026-11-20,REF,-23.50,Credit', 'outgoing 1'],
		// Two columns.
		['Date,Description,Debit,Credit', '2026-11-20,REF,23.50,', 'outgoing 1'],
		['Date,Description,Debit,Credit', '2026-11-20,REF,,23.50', paid],
		['Date,Description,Debit,Credit', '2026-11-20,REF,0.00,23.50', paid],
		['Date,Description,Debit,Credit', '2026-11-20,REF,23.50,0.00', 'outgoing 1'],
		['Date,Description,Debit,Credit', '2026-11-20,REF,,', 'no-amount 1'],
		['Date,Description,Money in,Money out', '2026-11-20,REF,,23.50', 'outgoing 1'],
		['Date,Description,Withdrawals,Deposits', '2026-11-20,REF,,23.50', paid],
		['Datum;Text;Soll;Haben', '2026-11-20;REF;23,50;', 'outgoing 1'],
		['Datum;Tekst;Ut fra konto;Inn på konto', '2026-11-20;REF;;23,50', paid],
		['Datum;Omschrijving;Af;Bij', '2026-11-20;REF;23,50;', 'outgoing 1'],
		['Date,Description,Paid in', '2026-11-20,REF,23.50', paid],
		['Date,Narration,Withdrawal Amt.,Deposit Amt.', '2026-11-20,REF,23.50,', 'outgoing 1'],
		['Date,Description,Amount,Flow', '2026-11-20,REF,23.50,Outflow', 'outgoing 1'],
		[
			'bookingDate,amount,creditDebitIndicator,remittanceInformation',
			'2026-11-20,23.50,DBIT,REF',
			'outgoing 1',
		],
	])('%s | %s is %s', async (header, row, expected) => {
		expect(await read(`${header}\n${row}\n`)).toBe(expected);
	});

	test.each([
		['Date,Description,Amount,Type', '2026-11-20,REF,23.50,Wurlitz', '“Wurlitz” under “Type”'],
		['Date,Description,Amount,Type', '2026-11-20,REF,23.50,Transfer', '“Transfer” under “Type”'],
		['Date,Description,Amount,D/C', '2026-11-20,REF,23.50,X', '“X” under “D/C”'],
		['Date,Description,Amount,D/C', '2026-11-20,REF,23.50,', '“” under “D/C”'],
		['Date,Description,Amount', '2026-11-20,REF,23.50 XYZ', '“23.50 XYZ”'],
		['Date,Description,Amount', '2026-11-20,REF,--23.50', '“--23.50”'],
		['Date,Description,Debit,Credit', '2026-11-20,REF,23.50,23.50', '“23.50 23.50”'],
		['Date,Description,Debit', '2026-11-20,REF,23.50', 'columns for date, amount'],
	])('%s | %s is refused', async (header, row, word) => {
		expect(await read(`${header}\n${row}\n`)).toMatch(/^refused: /);
		expect(await read(`${header}\n${row}\n`)).toContain(word);
	});

	test('is known by the other rows: kinds of transactions are no directions where amounts have signs', async () => {
		const file = 'Date,Description,Amount,Type\n2026-11-20,REF,23.50,Transfer\n2026-11-19,x,-5.00,Card\n';
		expect(await read(file)).toBe(`${paid}, outgoing 1`);
		const mixed = 'Date,Description,Amount,Type\n2026-11-20,REF,23.50,Credit\n2026-11-19,x,5.00,Oddity\n';
		expect(await read(mixed)).toContain('“Oddity” under “Type”');
		// One negative amount does not make signs of all: a debit is positive here.
		const rows = '2026-11-20,REF,23.50,Debit\n2026-11-19,x,-5.00,Credit\n2026-11-18,REF,1.00,Oddity\n';
		expect(await read(`Date,Description,Amount,Type\n${rows}`)).toContain('“Oddity” under “Type”');
	});
});

describe('the state of a row', () => {
	test.each([
		['Datum;Text;Betrag;Waehrung;Info', '2026-11-20;REF;23,50;EUR;Umsatz vorgemerkt', 'pending 1'],
		['Datum;Text;Betrag;Waehrung;Info', '2026-11-20;REF;23,50;EUR;Umsatz gebucht', paid],
		['Date,Description,Amount,Status', '2026-11-20,REF,23.50,Pending', 'pending 1'],
		['Date,Description,Amount,Status', '2026-11-20,REF,23.50,Completed', paid],
		['Date,Description,Amount,Status', '2026-11-20,REF,23.50,', paid],
		['Date,Description,Amount,State', '2026-11-20,REF,23.50,REVERTED', 'reversed 1'],
		['Date,Description,Amount,Status', '2026-11-20,REF,23.50,Refunded', 'reversed 1'],
		['Date,Description,Amount,Status', '2026-11-20,REF,23.50,Declined', 'reversed 1'],
		['Date,Description,Amount,Status', '2026-11-20,REF,23.50,Announced', 'pending 1'],
		['Date,Description,Amount,Status', '2026-11-20,REF,23.50,On hold', 'pending 1'],
		['Date;Libellé;Montant;Statut', '2026-11-20;REF;23,50;En attente', 'pending 1'],
		['Data;Opis;Kwota;Status', '2026-11-20;REF;23,50;Oczekująca', 'pending 1'],
		['Datum;Text;Betrag;Status', '2026-11-20;REF;23,50;Storniert', 'reversed 1'],
		['Datum;Text;Betrag;Bemerkung', '2026-11-20;REF;23,50;vorgemerkt', 'pending 1'],
		['Date,Description,Amount,Pending', '2026-11-20,REF,23.50,true', 'pending 1'],
		['Date,Description,Amount,Booked', '2026-11-20,REF,23.50,no', 'pending 1'],
		['Date,Description,Amount,Reversal', '2026-11-20,REF,23.50,true', 'reversed 1'],
		['Date,Description,Amount,Reversal', '2026-11-20,REF,23.50,false', paid],
		['Booking date,Value date,Description,Amount', ',2026-11-20,REF,23.50', 'no-date 1'],
		[
			'bookingDate,amount,creditDebitIndicator,remittanceInformation,status',
			'2026-11-20,23.50,CRDT,REF,PDNG',
			'pending 1',
		],
		['Date,Description,Amount', 'Pending,REF,23.50', 'pending 1'],
		['Datum;Text;Betrag', 'offen;REF;23,50', 'pending 1'],
		['Date,Description,Amount,Status', ',REF,23.50,Pending', 'pending 1'],
	])('%s | %s is %s', async (header, row, expected) => {
		expect(await read(`${header}\n${row}\n`)).toBe(expected);
	});

	test('in a word that is not understood refuses the file', async () => {
		expect(await read('Date,Description,Amount,Status\n2026-11-20,REF,23.50,Quux\n')).toContain(
			'“Quux” under “Status”',
		);
		const file =
			'Datum;Text;Betrag;Info\n2026-11-20;a;1,00;Umsatz gebucht\n2026-11-20;b;2,00;Umsatz schwebt\n';
		expect(await read(file)).toContain('“Umsatz schwebt” under “Info”');
	});
});

describe('the currency of a row', () => {
	test.each([
		['Date,Description,Amount,Currency', '2026-11-20,REF,23.50,USD', '2026-11-20 2350 USD'],
		['Date,Description,Amount,Curr.', '2026-11-20,REF,23.50,usd', '2026-11-20 2350 USD'],
		['Date,Description,Amount,CCY', '2026-11-20,REF,23.50,USD', '2026-11-20 2350 USD'],
		['Datum;Text;Betrag;Whg', '2026-11-20;REF;23,50;CHF', '2026-11-20 2350 CHF'],
		['Datum;Text;Betrag;Währung', '2026-11-20;REF;23,50;€', paid],
		['Datum;Tekst;Kwota;Waluta', '2026-11-20;REF;23,50;zł', '2026-11-20 2350 PLN'],
		['Datum;Text;Valuta;Betrag', '2026-11-20;REF;SEK;23,50', '2026-11-20 2350 SEK'],
		['Date,Description,Amount,Blurb', '2026-11-20,REF,23.50,USD', '2026-11-20 2350 USD'],
		['Date,Description,Amount (USD)', '2026-11-20,REF,23.50', '2026-11-20 2350 USD'],
		['Date,Description,Paid in (£)', '2026-11-20,REF,23.50', '2026-11-20 2350 GBP'],
		['Date,Description,Amount', '2026-11-20,REF,USD 23.50', '2026-11-20 2350 USD'],
		['Date,Description,Amount', '2026-11-20,REF,£23.50', '2026-11-20 2350 GBP'],
		[
			'Date,Description,Amount,Currency,Original amount,Original currency',
			'2026-11-20,REF,23.50,EUR,25.00,USD',
			paid,
		],
		[
			'Account currency,Date,Description,Amount,Currency',
			'EUR,2026-11-20,REF,23.50,USD',
			'2026-11-20 2350 USD',
		],
		['Datum;Text;Betrag;Waehrung', '2026-11-20;REF;2350;JPY', '2026-11-20 2350 JPY'],
	])('%s | %s is %s', async (header, row, expected) => {
		expect(await read(`${header}\n${row}\n`)).toBe(expected);
	});

	test('is that of the lines above where the table has none', async () => {
		expect(await read('Account;1\nCurrency:;USD\n\nDate;Description;Amount\n2026-11-20;REF;23,50\n')).toBe(
			'2026-11-20 2350 USD, note 2',
		);
	});

	test.each([
		['Date,Description,Amount,Currency', '2026-11-20,REF,23.50,Quux', 'no currency that is known'],
		['Date,Description,Amount', '2026-11-20,REF,$23.50', 'no amount that can be read'],
		['Date,Description,Amount ($)', '2026-11-20,REF,23.50', 'currency of the column “Amount ($)”'],
	])('%s | %s is refused', async (header, row, sentence) => {
		expect(await read(`${header}\n${row}\n`)).toContain(sentence);
	});
});

describe('an amount', () => {
	test.each([
		['EUR', '1.234,56', '123456'],
		['EUR', '1,234.56', '123456'],
		['EUR', "1'234.56", '123456'],
		['EUR', '1 234,56', '123456'],
		['EUR', '3.000', '300000'],
		['EUR', '3,000', '300000'],
		['EUR', '23.5', '2350'],
		['EUR', '23.5000', '2350'],
		['EUR', '23.500000000000004', '2350'],
		['EUR', '2.35E1', '2350'],
		['INR', '1,23,456.00', '12345600'],
		['KWD', '23.500', '23500'],
		['JPY', '1,250', '1250'],
		['JPY', '1,250.00', '1250'],
		['HUF', '1 234,56', '123456'],
		['SEK', '23,50 kr', '2350'],
		['CZK', '23,50 Kč', '2350'],
		['CHF', 'Fr. 23.50', '2350'],
		['USD', 'US$23.50', '2350'],
	])('in %s, %s is %s', async (currency, cell, minor) => {
		expect(await read(`Date\tDescription\tAmount\n2026-11-20\tREF\t${cell}\n`, currency)).toBe(
			`2026-11-20 ${minor} ${currency}`,
		);
	});

	test('is read by itself: the form of one does not change another', async () => {
		const rows = ['1.234,56', '1,234.56', '12.5', '12,5'].map((cell) => `2026-11-20\tREF\t${cell}`);
		expect(await read(`Date\tDescription\tAmount\n${rows.join('\n')}\n`)).toBe(
			'2026-11-20 123456 EUR, 2026-11-20 123456 EUR, 2026-11-20 1250 EUR, 2026-11-20 1250 EUR',
		);
	});

	test.each([
		['thousands or cents, where the file writes cents with the same sign', 'EUR', ['3.000', '12.50']],
		['a fraction that no bank writes', 'EUR', ['0.500']],
		['three digits of Kuwait beside none', 'KWD', ['3.000', '12']],
		['finer than the currency', 'EUR', ['12.3456']],
		['two amounts', 'EUR', ['12 50']],
	])('that could be %s is asked about', async (_, currency, cells) => {
		const rows = cells.map((cell) => `2026-11-20\tREF\t${cell}`);
		expect(await read(`Date\tDescription\tAmount\n${rows.join('\n')}\n`, currency)).toContain(
			'Row 2 has no amount that can be read',
		);
	});

	test('of a workbook is a number, rounded, or a text', async () => {
		const values = [
			...['23.500000000000004', '2.35E1', '23.5', '23.50', '-23.5', '3', '1.234'],
			...['"1.234', '"1.234,50 DR', '"1.234,50'],
		];
		const rows = values.map((value) => ['2026-11-20', 'REF', value]);
		const said = await read(workbook([['Date', 'Description', 'Amount'], ...rows]));
		expect(said.replaceAll('2026-11-20 ', '').replaceAll(' EUR', '')).toBe(
			'2350, 2350, 2350, 2350, 300, 123, 123400, 123450, outgoing 2',
		);
	});
});

/** A workbook of rows of three cells; a text that looks like a number begins with a quote. */
function workbook(table: readonly string[][]): Uint8Array {
	const cell = (value: string, place: string) =>
		/^[-\d.E]+$/.test(value) && !/^\d{4}-/.test(value)
			? `<c r="${place}"><v>${value}</v></c>`
			: `<c r="${place}" t="inlineStr"><is><t>${value.replace('"', '')}</t></is></c>`;
	const rows = table
		.map(
			(cells, at) =>
				`<row r="${at + 1}">${cells.map((value, column) => cell(value, `${'ABC'[column]}${at + 1}`)).join('')}</row>`,
		)
		.join('');
	const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
	const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
	const packages = 'http://schemas.openxmlformats.org/package/2006';
	const parts = {
		'[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
		'_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheet}"><sheetData>${rows}</sheetData></worksheet>`,
	};
	return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

describe('a day', () => {
	test.each([
		['2026-11-20', '2026-11-20'],
		['2026-11-20T23:30:00Z', '2026-11-20'],
		['2026/11/20', '2026-11-20'],
		['2026.11.20.', '2026-11-20'],
		['20261120', '2026-11-20'],
		['20.11.2026', '2026-11-20'],
		['20. 11. 2026', '2026-11-20'],
		['20.11.26', '2026-11-20'],
		['20/11/2026 10:15', '2026-11-20'],
		['11/20/2026', '2026-11-20'],
		['05.11.2026', '2026-11-05'],
		['20 Nov 2026', '2026-11-20'],
		['20-Nov-26', '2026-11-20'],
		['20 November 2026', '2026-11-20'],
		['Nov 20 2026', '2026-11-20'],
		['Fri 20 Nov 2026', null],
		['20. März 2026', '2026-03-20'],
		['20 févr. 2026', '2026-02-20'],
		['20 de noviembre de 2026', '2026-11-20'],
		['20 listopada 2026', '2026-11-20'],
		['31.02.2026', null],
		['20.11.', null],
		['46350', null],
	])('%s is %s', async (cell, expected) => {
		const said = await read(`Date;Description;Amount\n${cell};REF;23,50\n`);
		if (expected) expect(said).toBe(`${expected} 2350 EUR`);
		else expect(said).toContain(`Row 2 has no date that can be read: “${cell}”`);
	});

	test.each([
		['EUR', '2026-11-05'],
		['USD', '2026-05-11'],
	])('with slashes is read as people of the currency %s write it', async (currency, day) => {
		expect(await read('Date,Description,Amount\n05/11/2026,REF,23.50\n', currency)).toBe(
			`${day} 2350 ${currency}`,
		);
	});

	test('that the file writes both ways is refused', async () => {
		expect(await read('Date,Description,Amount\n13/01/2026,REF,1.00\n01/13/2026,REF,2.00\n')).toContain(
			'Row 2 has no date',
		);
	});
});

describe('rows that are no payments', () => {
	test('are counted by reason', async () => {
		const file = [
			'My bank;;;',
			'Statement of November;;;',
			'Balance;1.234,00 EUR;;',
			'',
			'Date;Description;Amount;Status',
			'01.11.2026;Opening balance;1.000,00;',
			'20.11.2026;REF;23,50;booked',
			'21.11.2026;Notice;;booked',
			'21.11.2026;Notice;0,00;booked',
			';REF;23,50;',
			'Date;Description;Amount;Status',
			'Pending payments;;;',
			'22.11.2026;REF;23,50;pending',
			'Total;;1.023,50;',
			'30.11.2026;Closing balance;1.023,50;',
		].join('\n');
		expect(await read(file)).toBe(`${paid}, note 5, balance 3, no-amount 2, no-date 1, pending 1`);
	});

	test('are not those whose payer writes of a balance', async () => {
		expect(await read('Date;Description;Amount\n20.11.2026;Balance of tickets;23,50\n')).toBe(paid);
		expect(await read('Date;Description;Amount\n20.11.2026;Saldo RF18539007547034;23,50\n')).toBe(paid);
	});

	test('above the header do not hide it, but it is not looked for further down', async () => {
		const above = (rows: number) => 'x\n'.repeat(rows);
		expect(await read(`${above(19)}Date;Description;Amount\n20.11.2026;REF;23,50\n`)).toBe(
			`${paid}, note 19`,
		);
		expect(await read(`${above(40)}Date;Description;Amount\n20.11.2026;REF;23,50\n`)).toContain('refused');
	});
});

test('every text of a row can hold the reference', async () => {
	const { lines } = await readBankFile(
		strToU8('Date;Payer;Amount;Odd;Type\n20.11.2026;Ada;23,50;RF18 5390;Credit\n'),
		'EUR',
	);
	expect(lines).toMatchObject([{ payer: 'Ada', texts: ['Ada', 'RF18 5390', 'Credit'], text: 'RF18 5390' }]);
});

describe('two lines', () => {
	const identities = async (...files: string[]) =>
		new Set(
			(await Promise.all(files.map((file) => readBankFile(strToU8(file), 'EUR')))).flatMap(({ lines }) =>
				lines.map(({ identity }) => identity),
			),
		).size;
	const table = (...rows: string[]) => ['Date;Payer;Reference;Amount;Account', ...rows].join('\n');

	test('of a table are distinguished by every cell', async () => {
		expect(await identities(table('20.11.2026;Ada;x;5,00;DE1'), table('20.11.2026;Ada;x;5,00;DE2'))).toBe(2);
		expect(
			await identities(
				table('20.11.2026;Ada;x;5,00;DE1'),
				table('19.11.2026;B;y;1,00;DE3', '20.11.2026;Ada;x;5,00;DE1'),
			),
		).toBe(2);
	});

	test('are the same whatever their place in the file', async () => {
		const counted = (...rows: string[]) => ['No;Date;Reference;Amount', ...rows].join('\n');
		expect(
			await identities(counted('1;20.11.2026;x;5,00'), counted('1;21.11.2026;y;6,00', '2;20.11.2026;x;5,00')),
		).toBe(2);
	});

	test('of CAMT are distinguished by all their references', async () => {
		const of = (refs: string) => camt(entry({ refs }));
		expect(await identities(of('<TxId>1</TxId>'), of('<TxId>2</TxId>'))).toBe(2);
		expect(await identities(of('<EndToEndId>1</EndToEndId>'), of('<EndToEndId>2</EndToEndId>'))).toBe(2);
		expect(await identities(of('<TxId>1</TxId>'), of('<TxId>1</TxId>'))).toBe(1);
	});
});

/** An entry of CAMT; what is given replaces the usual. */
function entry(
	with_: Partial<
		Record<'amount' | 'sign' | 'state' | 'days' | 'more' | 'refs' | 'details' | 'info', string>
	> = {},
) {
	const { amount = '23.50', sign = 'CRDT', state = '<Cd>BOOK</Cd>', refs = '', info = '', more = '' } = with_;
	const { days = '<BookgDt><Dt>2026-11-20</Dt></BookgDt>' } = with_;
	const { details = `<TxDtls><Refs>${refs}</Refs>${info}</TxDtls>` } = with_;
	return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}<Sts>${state}</Sts>${days}<NtryDtls>${details}</NtryDtls></Ntry>`;
}
const camt = (...entries: string[]) =>
	`<Document><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
const detail = (amount: string, more = '') =>
	`<TxDtls>${amount ? `<Amt Ccy="EUR">${amount}</Amt>` : ''}${more}</TxDtls>`;

describe('an entry of CAMT', () => {
	test.each([
		['as it is', {}, paid],
		['outgoing', { sign: 'DBIT' }, 'outgoing 1'],
		[
			'a detail that goes out inside',
			{ details: '<TxDtls><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>' },
			'outgoing 1',
		],
		[
			'a detail that comes in inside one that goes out',
			{ sign: 'DBIT', details: '<TxDtls><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>' },
			'outgoing 1',
		],
		[
			'collected both ways',
			{ details: detail('30.00') + detail('6.50', '<CdtDbtInd>DBIT</CdtDbtInd>') },
			'2026-11-20 3000 EUR, outgoing 1',
		],
		['reversed', { more: '<RvslInd>true</RvslInd>' }, 'reversed 1'],
		['reversed, as 1', { more: '<RvslInd>1</RvslInd>' }, 'reversed 1'],
		['not reversed, as 0', { more: '<RvslInd>0</RvslInd>' }, paid],
		['returned', { info: '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' }, 'reversed 1'],
		['pending', { state: '<Cd>PDNG</Cd>' }, 'pending 1'],
		['pending, in the older form', { state: 'PDNG' }, 'pending 1'],
		['booked, in the older form', { state: 'BOOK' }, paid],
		['information', { state: '<Cd>INFO</Cd>' }, 'pending 1'],
		['a value date alone', { days: '<ValDt><Dt>2026-11-20</Dt></ValDt>' }, paid],
		['a time of booking', { days: '<BookgDt><DtTm>2026-11-20T10:00:00+01:00</DtTm></BookgDt>' }, paid],
		['details without amounts', { details: detail('') + detail('') }, paid],
		['one detail without amount', { details: detail('10.00') + detail('') }, paid],
		['collected', { details: detail('10.00') + detail('13.50') }, '2026-11-20 1000 EUR, 2026-11-20 1350 EUR'],
		['no details', { details: '' }, paid],
		['nothing', { amount: '0.00' }, 'no-amount 1'],
	])('%s', async (_, with_, expected) => {
		expect(await read(camt(entry(with_)))).toBe(expected);
	});

	test.each([
		['an unknown direction', { sign: 'CRDX' }, '“CRDX” as CdtDbtInd'],
		['no direction', { sign: '' }, '“” as CdtDbtInd'],
		[
			'an unknown direction of a detail',
			{ details: '<TxDtls><CdtDbtInd>IN</CdtDbtInd></TxDtls>' },
			'“IN” as CdtDbtInd',
		],
		['an unknown state', { state: '<Cd>QUUX</Cd>' }, '“QUUX” as Sts'],
		['an unknown reversal', { more: '<RvslInd>maybe</RvslInd>' }, '“maybe” as RvslInd'],
	])('with %s is refused', async (_, with_, sentence) => {
		expect(await read(camt(entry(with_)))).toContain(sentence);
	});

	test('holds references in every text', async () => {
		const texts = async (one: string) =>
			(await readBankFile(strToU8(camt(one)), 'EUR')).lines.flatMap((line) => line.texts);
		expect(
			await texts(entry({ info: '<RmtInf><Strd><AddtlRmtInf>a</AddtlRmtInf></Strd></RmtInf>' })),
		).toEqual(['a']);
		expect(
			await texts(entry({ info: '<RmtInf><Strd><CdtrRefInf><Ref>b</Ref></CdtrRefInf></Strd></RmtInf>' })),
		).toEqual(['b']);
		expect(await texts(entry().replace('</Ntry>', '<AddtlNtryInf>c</AddtlNtryInf></Ntry>'))).toEqual(['c']);
		expect(await texts(entry({ refs: '<EndToEndId>d</EndToEndId>' }))).toEqual(['d']);
		expect(
			await texts(
				entry({
					details: detail('', '<AddtlTxInf>e</AddtlTxInf>') + detail('', '<AddtlTxInf>f</AddtlTxInf>'),
				}),
			),
		).toEqual(['e', 'f']);
	});

	test('is read from reports and notifications too', async () => {
		const as = (root: string, part: string) =>
			camt(entry()).replaceAll('BkToCstmrStmt', root).replaceAll('Stmt>', `${part}>`);
		expect(await read(as('BkToCstmrAcctRpt', 'Rpt'))).toBe(paid);
		expect(await read(as('BkToCstmrDbtCdtNtfctn', 'Ntfctn'))).toBe(paid);
	});

	test('is decoded as its file declares', async () => {
		const payer = '<RltdPties><Dbtr><Nm>Jürgen</Nm></Dbtr></RltdPties>';
		const latin = Buffer.from(
			`<?xml version="1.0" encoding="ISO-8859-1"?>${camt(entry({ info: payer }))}`,
			'latin1',
		);
		const { lines } = await readBankFile(latin, 'EUR');
		expect(lines).toMatchObject([{ payer: 'Jürgen' }]);
		const wide = Buffer.from(
			`\ufeff<?xml version="1.0" encoding="UTF-16"?>${camt(entry({ info: payer }))}`,
			'utf16le',
		);
		expect((await readBankFile(wide, 'EUR')).lines).toMatchObject([{ payer: 'Jürgen' }]);
		const wrong = Buffer.from(latin.toString('latin1').replace('ISO-8859-1', 'UTF-8'), 'latin1');
		expect(await read(wrong)).toContain('encoding that it declares');
		expect(await read(`<?xml version="1.0" encoding="x-quux"?>${camt(entry())}`)).toContain(
			'encoding that it declares',
		);
	});

	test('with 200,000 attributes is refused at once', async () => {
		const attributes = Array.from({ length: 200_000 }, (_, at) => ` a${at}="1"`).join('');
		const before = performance.now();
		expect(await read(`<Document${attributes}>${camt()}</Document>`)).toContain('no CAMT.053 statement');
		expect(performance.now() - before).toBeLessThan(1_000);
	});
});

const mt940 = (...fields: string[]) =>
	[
		':20:STARTUMS',
		':25:10020030/1234567',
		':28C:00001/001',
		':60F:C261101EUR1000,00',
		...fields,
		':62F:C261124EUR1023,50',
		'-',
	].join('\r\n');

describe('MT940', () => {
	test.each([
		['money that came in', ':61:2611201120CR23,50N062NONREF//55', paid],
		['without a day of booking', ':61:261120C23,50NTRFNONREF', paid],
		['money that went out', ':61:2611201120DR23,50NDDTNONREF', 'outgoing 1'],
		['a credit that was reversed', ':61:2611201120RC23,50NTRFNONREF', 'reversed 1'],
		['a debit that was reversed', ':61:2611201120RD23,50NTRFNONREF', 'reversed 1'],
		['an expected credit', ':61:2611201120EC23,50NTRFNONREF', 'pending 1'],
		['a day of booking in the year before', ':61:2701021231C23,50NTRFNONREF', '2026-12-31 2350 EUR'],
	])('%s', async (_, field, expected) => {
		expect(await read(mt940(field))).toBe(expected);
	});

	test('gives the payer and what they wrote, in three forms', async () => {
		const lines = (
			await readBankFile(
				strToU8(
					mt940(
						':61:2611201120CR23,50N062NONREF//55',
						':86:166?00GUTSCHRIFT?20SVWZ+Karten RF18 5390 07?21 547034?32Ada ?33Lovelace',
						':61:2611201120C23,50NTRFEREF//56',
						':86:/NAME/Bob/REMI/RF18539007547034/EREF/NOTPROVIDED',
						':61:2611201120C23,50NTRFNONREF//57',
						':86:CREDIT CYD',
						'RF18539007547034',
					),
				),
				'EUR',
			)
		).lines;
		expect(lines.map(({ payer }) => payer)).toEqual(['Ada Lovelace', 'Bob', '']);
		for (const { text } of lines) expect(text.replaceAll(' ', '')).toContain('RF18539007547034');
	});

	test('that is not understood is refused', async () => {
		expect(await read(mt940(':61:2611201120X23,50NTRF'))).toContain(
			'is not understood: “2611201120X23,50NTRF”',
		);
	});
});

describe('a file', () => {
	test('of 5,000 rows is read in a moment', async () => {
		const head = 'Buchungstag;Text;Betrag;Währung;Status;A;B;C;D;E;F;G';
		const row = (at: number) =>
			`20.11.2026;Miete ${at};-1.200,00;EUR;gebucht;a${at};b;c ${at % 50};d;${at};f;g`;
		const file = [head, ...Array.from({ length: 5_000 }, (_, at) => row(at))].join('\n');
		const before = performance.now();
		expect(await read(file)).toBe('outgoing 5000');
		expect(performance.now() - before).toBeLessThan(5_000);
	});

	test('of more columns than statements have is refused', async () => {
		const more = Array.from({ length: 200 }, (_, at) => `c${at}`).join(',');
		expect(await read(`Date,Description,Amount,${more}\n2026-11-20,x,1.00\n`)).toContain('has 203 columns');
	});

	test('of packed statements is read as all of them', async () => {
		const packed = zipSync({
			'a/1.xml': strToU8(camt(entry())),
			'2.XML': strToU8(camt(entry({ sign: 'DBIT' }))),
			'3.sta': strToU8(mt940(':61:261120C23,50NTRFNONREF')),
			'__MACOSX/._1.xml': strToU8('x'),
			'notes.pdf': strToU8('x'),
		});
		expect(await read(packed)).toBe(`${paid}, ${paid}, outgoing 1`);
		expect(Object.keys(unzipSync(packed))).toHaveLength(5);
	});

	test.each([
		['a ZIP without statements', zipSync({ 'a.csv': strToU8('a') }), 'no CAMT or MT940 statement in it'],
		['a ZIP of too much', zipSync({ 'a.xml': new Uint8Array(25_000_000) }, { level: 9 }), 'too large'],
		[
			'a ZIP that is cut off',
			zipSync({ 'a.xml': strToU8(camt(entry())) }).subarray(0, 60),
			'can’t be opened',
		],
		['OFX', 'OFXHEADER:100\nDATA:OFXSGML\n', 'an OFX or QFX file'],
		['OFX in XML', '<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX></OFX>', 'no CAMT.053 statement'],
		['QIF', '!Type:Bank\nD11/20/2026\n', 'a QIF file'],
		['a web page', '<!DOCTYPE html><html></html>', 'a web page'],
		['a PDF', '%PDF-1.7 x', 'a PDF'],
	])('that is %s is named for what it is', async (_, content, sentence) => {
		expect(await read(content)).toMatch(/^refused: /);
		expect(await read(content)).toContain(sentence);
	});
});
