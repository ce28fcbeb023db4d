import { describe, expect, it } from 'vitest';
import { readTextTable } from '#server/platform/table/read-table.ts';
import { checkGuests, type KnownGuest } from './check-guests.ts';
import { isKnownColumnName } from './column-names.ts';
import { guessColumns } from './guess-columns.ts';
import { joinName, noPlaceOf, oneLine, readCheckIn, readCount, readEmail } from './guest-cells.ts';

function check(csv: string, known: KnownGuest[] = []) {
	const table = readTextTable(Buffer.from(csv, 'utf8'), { isKnownColumnName });
	return checkGuests(table, guessColumns(table).mapping, known);
}
const verdicts = (csv: string, known: KnownGuest[] = []) => check(csv, known).map(({ verdict }) => verdict);

describe('checkGuests', () => {
	it('gives each row a verdict, a reason and the number that a spreadsheet shows', () => {
		const rows = check(
			[
				'First name,Last name,Email,Status',
				'Ana,Silva,ana@example.com,approved',
				',,,',
				',,bo@example.com,',
				'Cy,Young,cy(at)example.com,',
				'Dee,Ø,dee@example.com,declined',
				`${'E'.repeat(201)},,e@example.com,`,
				'ANA,SILVA,Ana@Example.com,',
			].join('\n'),
		);
		expect(rows.map(({ row, verdict }) => [row, verdict])).toEqual([
			[2, 'ok'],
			[3, 'empty'],
			[4, 'no_name'],
			[5, 'invalid_email'],
			[6, 'cancelled'],
			[7, 'name_too_long'],
			[8, 'duplicate_in_file'],
		]);
		expect(
			rows.filter(({ verdict }) => verdict !== 'ok').every(({ message }) => message?.text.endsWith('.')),
		).toBe(true);
		expect(rows[6]?.message?.text).toBe('The same as row 2.');
	});

	it('keeps two tickets of one person apart by their codes', () => {
		const csv = 'Name,Email,Ticket code\nAna,a@example.com,1\nAna,a@example.com,2\nAna,a@example.com,2\n';
		expect(verdicts(csv)).toEqual(['ok', 'ok', 'duplicate_in_file']);
	});

	it('joins a name with the part of it that another column holds', () => {
		const names = (csv: string) => check(csv).map(({ name }) => name);
		expect(names('name ,lastname\nAna,Silva\nBo,Lund\n')).toEqual(['Ana Silva', 'Bo Lund']);
		expect(names('Name,Last name\nAna Silva,Silva\nBo Lund,Lund\n')).toEqual(['Ana Silva', 'Bo Lund']);
		expect(names('이름,성\n민준,김\n')).toEqual(['김 민준']);
		expect(names('Name,Last name\nAna,\n,Lund\nOliver,Li\n')).toEqual(['Ana', 'Lund', 'Oliver Li']);
	});

	it('joins them also as somebody chose the columns', () => {
		const table = readTextTable(Buffer.from('A,B\nAna,Silva\nBo Lund,Lund\n'), {
			isKnownColumnName,
			hasHeader: true,
		});
		const names = (mapping: Parameters<typeof checkGuests>[1]) =>
			checkGuests(table, mapping, []).map(({ name }) => name);
		expect(names({ name: 0, lastName: 1 })).toEqual(['Ana Silva', 'Bo Lund']);
		expect(names({ name: 1, firstName: 0 })).toEqual(['Ana Silva', 'Bo Lund Lund']);
	});

	it('distinguishes people who were invited, wait or have not paid from those who cancelled', () => {
		const rows = check(
			'name,approval_status\nAna,approved\nBo,pending_approval\nCy,invited\nDee,waitlist\nEve,declined\nFay,unpaid\n',
		);
		expect(rows.map(({ verdict }) => verdict)).toEqual([
			'ok',
			'not_confirmed',
			'not_confirmed',
			'not_confirmed',
			'cancelled',
			'not_confirmed',
		]);
		const messages = rows.map(({ message }) => message?.text ?? '');
		expect(messages.slice(1, 4)).toEqual([
			expect.stringContaining('not confirmed yet'),
			expect.stringContaining('invited'),
			expect.stringContaining('waiting list'),
		]);
		expect(messages.some((text) => /cancel/i.test(text))).toBe(false);
	});

	it('takes the quantity of a row', () => {
		const rows = check(
			'Name,Email,Quantity\nAna,a@example.com,3\nBo,b@example.com,\nCy,c@example.com,0\nDee,d@example.com,many\nEve,e@example.com,5000\n',
		);
		expect(rows.map(({ verdict, quantity }) => [verdict, quantity])).toEqual([
			['ok', 3],
			['ok', 1],
			['cancelled', 1],
			['ok', 1],
			['ok', 1],
		]);
		expect(rows[0]?.message?.text).toContain('3 guests');
		expect(rows[3]?.message?.text).toContain('“many”');
		expect(rows[4]?.message?.text).toContain('“5000”');
	});

	it('adds what is missing of a quantity when the list comes again', () => {
		const csv = 'Name,Email,Quantity\nAna,a@example.com,3\n';
		const ana = { name: 'Ana', email: 'a@example.com' };
		expect(check(csv, [ana])[0]).toMatchObject({ verdict: 'ok', quantity: 2 });
		expect(check(csv, [ana, ana, ana])[0]).toMatchObject({ verdict: 'already_on_list' });
	});

	it.each([
		[
			'Order #,Name,Email,Quantity\n1,Ana,a@example.com,2\n1,Bo,b@example.com,2\n2,Cy,c@example.com,2\n',
			[1, 1, 2],
		],
		['Name,Email,Quantity\nAna,a@example.com,2\nAna,A@example.com,2\n', [1, 1]],
		['Order id,Name,Email,Quantity\n1,Ana,a@example.com,2\n2,Bo,a@example.com,2\n', [2, 2]],
	])('counts a quantity that each row of an order repeats once: %j', (csv, quantities) => {
		expect(check(csv).map(({ verdict, quantity }) => [verdict, quantity])).toEqual(
			quantities.map((quantity) => ['ok', quantity]),
		);
	});

	it('says that plus ones are not imported', () => {
		const rows = check('Name,Plus ones\nAna,2\nBo,0\nCy,1\n');
		expect(rows.map(({ message }) => message?.text.split(' more')[0] ?? null)).toEqual(['2', null, '1']);
	});

	it('never takes people without address for each other', () => {
		expect(verdicts('Name,Email\nAnna,\nAnna,\n')).toEqual(['ok', 'ok']);
	});

	it('adds nobody twice when the same list comes again', () => {
		const csv =
			'Name,Email,Ticket code\nAna,a@example.com,1\nAna,A@example.com,2\nBo,,3\nCy,c@example.com,4\n';
		const known = check(csv).slice(0, 3);
		expect(verdicts(csv, known)).toEqual(['already_on_list', 'already_on_list', 'already_on_list', 'ok']);
	});

	it('takes the address of the order for guests without their own', () => {
		const csv =
			'Attendee name,Attendee email,Email\nAna,,buyer@example.com\nBo,bo@example.com,buyer@example.com\n';
		expect(check(csv).map(({ email }) => email)).toEqual(['buyer@example.com', 'bo@example.com']);
	});

	it('takes odd names whole', () => {
		const names = [
			'O’Brien, Siobhán',
			'Null',
			'X',
			'=HYPERLINK("http://example.com")',
			'<script>alert(1)</script>',
			"Robert'); DROP TABLE guests;--",
			'தமிழ்ச்செல்வி முருகன்',
			'İbrahim Işıklı',
			'👩‍👩‍👧‍👦 Family',
			'Keʻalohilani',
		];
		const csv = `Name,Email\n${names.map((name) => `"${name.replaceAll('"', '""')}",`).join('\n')}\n`;
		expect(check(csv).map(({ name, verdict }) => [name, verdict])).toEqual(names.map((name) => [name, 'ok']));
	});

	it('folds line breaks in names and addresses, so that none becomes a header of a mail', () => {
		const [guest] = check('Name,Email\n"Ana\r\nBcc: x@example.net","a@example.com\nBcc: y@example.net"\n');
		expect(guest).toMatchObject({ name: 'Ana Bcc: x@example.net', email: 'a@example.com', verdict: 'ok' });
	});
});

describe('cells', () => {
	it.each([
		['ana@example.com', 'ana@example.com', 0],
		[' Ana@Example.COM ', 'Ana@Example.COM', 0],
		['a@example.com ::: b@example.net', 'a@example.com', 1],
		['Ana <ana@example.com>', 'ana@example.com', 0],
		['mailto:ana@example.com', 'ana@example.com', 0],
		['not-an-email, ana@example.com', 'ana@example.com', 0],
		['ana(at)example.com', '', 0],
		['"dana x"@example.com', '', 0],
		['', '', 0],
	])('reads the address of %j', (cell, email, others) => {
		expect(readEmail(cell)).toMatchObject({ email, others });
	});

	it('puts family names first where people do', () => {
		expect(joinName('Ana', 'Silva')).toBe('Ana Silva');
		expect(joinName('美咲', '佐藤')).toBe('佐藤 美咲');
		expect(joinName('민준', '김')).toBe('김 민준');
		expect(joinName('Mononym', '')).toBe('Mononym');
	});

	it('cleans a line without losing what was typed', () => {
		expect(oneLine(' a\u0000b\tc\u2028 d\ufeff ')).toBe('a b c d');
		expect(oneLine('👩‍👧')).toBe('👩‍👧');
		expect(oneLine('\ud800')).toBe('\ufffd');
	});

	it.each([
		['Cancelled', 'cancelled'],
		['CANCELED', 'cancelled'],
		['declined', 'cancelled'],
		['Not Attending', 'cancelled'],
		['No', 'cancelled'],
		['pending_approval', 'pending'],
		['En attente', 'pending'],
		['AWAITING_PAYMENT', 'unpaid'],
		['Waitlist', 'waitlist'],
		['Liste d’attente', 'waitlist'],
		['invited', 'invited'],
		['', null],
		['Attending', null],
		['approved', null],
		['Paid', null],
		['ACTIVE', null],
		['Yes', null],
		['Checked In', null],
		['confirmed', null],
	])('knows what the status %j says of a place', (status, expected) => {
		expect(noPlaceOf(status)).toBe(expected);
	});

	it.each([
		['3', 3],
		[' 3 ', 3],
		['3.0', 3],
		['３', 3],
		['+2', 2],
		['0', 0],
		['', null],
		['1.000', null],
		['-1', null],
		['2.5', null],
		['two', null],
	])('reads the count %j', (cell, count) => {
		expect(readCount(cell)).toBe(count);
	});

	it('reads when somebody was checked in, where that is certain', () => {
		expect(readCheckIn('2026-10-01T08:00:00.000Z')).toBe('2026-10-01T08:00:00.000Z');
		expect(readCheckIn('2026-10-01T08:00+02:00')).toBe('2026-10-01T06:00:00.000Z');
		expect(readCheckIn('Main door (2026-10-11 08:00:00), VIP (2026-10-11 08:12:00)')).toBe(
			'2026-10-11T08:00:00',
		);
		expect(readCheckIn('9/1/26 08:00')).toBeNull();
		expect(readCheckIn('2026-13-41 08:00')).toBeNull();
		expect(readCheckIn('Attended')).toBeNull();
	});
});
