import { describe, expect, it } from 'vitest';
import { readTextTable } from '#server/platform/table/read-table.ts';
import { isKnownColumnName } from './column-names.ts';
import { guessColumns } from './guess-columns.ts';

function guess(header: string, ...rows: string[]) {
	const table = readTextTable(Buffer.from([header, ...rows].join('\n'), 'utf8'), { isKnownColumnName });
	const { mapping } = guessColumns(table);
	return Object.fromEntries(Object.entries(mapping).map(([field, column]) => [field, table.columns[column]]));
}

describe('guessColumns', () => {
	it('knows an Eventbrite attendee report', () => {
		expect(
			guess(
				'Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Attendee Status,Home City,Job Title',
				'1,9/1/26 08:00,Ana,Silva,ana@example.com,1,Early Bird,VIP,77,Attending,Paris,Engineer',
			),
		).toEqual({
			firstName: 'First Name',
			lastName: 'Last Name',
			email: 'Email',
			ticketType: 'Ticket Type',
			code: 'Attendee #',
			status: 'Attendee Status',
			quantity: 'Quantity',
		});
	});

	it('knows a pretix list: the address of the guest first, that of the order behind it', () => {
		expect(
			guess(
				'Event slug;Order code;Position ID;Status;Email;Product;Attendee name;Attendee name: Given name;Attendee name: Family name;Attendee email;Company;Pseudonymization ID;Order comment;Company;Invoice address name',
				'gala;A1;1;Paid;ana@example.com;Regular;Ana Silva;Ana;Silva;;Acme;V1;;;Bo Lund',
				'gala;A1;2;Paid;ana@example.com;Regular;Cy Young;Cy;Young;cy@example.com;;V2;;;',
			),
		).toEqual({
			name: 'Attendee name',
			firstName: 'Attendee name: Given name',
			lastName: 'Attendee name: Family name',
			email: 'Attendee email',
			buyerEmail: 'Email',
			ticketType: 'Product',
			code: 'Pseudonymization ID',
			notes: 'Order comment',
			status: 'Status',
		});
	});

	it('knows a Luma guest list', () => {
		expect(
			guess(
				'api_id,name,first_name,last_name,email,phone_number,approval_status,checked_in_at,ticket_type_id,ticket_name',
				'gst-1,Ana Silva,Ana,Silva,ana@example.com,,approved,,evt-1,Standard',
			),
		).toMatchObject({
			name: 'name',
			email: 'email',
			code: 'api_id',
			status: 'approval_status',
			checkedInAt: 'checked_in_at',
			ticketType: 'ticket_name',
		});
	});

	it.each([
		[
			'Hi.Events',
			'ID,First Name,Last Name,Email,Status,Check Ins,Product Name,Public ID,Notes',
			'Product Name',
		],
		['Meetup', 'Name\tAttendance\tUser ID\tRSVP\tGuests\tNotes', undefined],
		[
			'Google Contacts',
			'First Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value',
			undefined,
		],
		['Outlook', 'Title,First Name,Last Name,Company,E-mail Address,E-mail Type,Notes', undefined],
	])('finds its way in %s', (_name, header, ticketType) => {
		const found = guess(header, header.replaceAll(/[^,\t]+/g, 'x'));
		expect(found.name ?? found.firstName).toBeDefined();
		expect(found.ticketType).toBe(ticketType);
	});

	it.each([
		[
			'Vorname;Name;E-Mail-Adresse;Bemerkungen',
			{ firstName: 'Vorname', lastName: 'Name', notes: 'Bemerkungen' },
		],
		['Prénom;Nom;Courriel', { firstName: 'Prénom', lastName: 'Nom', email: 'Courriel' }],
		['Nombre;Apellidos;Correo electrónico', { firstName: 'Nombre', lastName: 'Apellidos' }],
		['Nome;Cognome;Email', { firstName: 'Nome', lastName: 'Cognome' }],
		['Nom;Email', { name: 'Nom' }],
		['Nombre;Email', { name: 'Nombre' }],
		['氏名;フリガナ;メールアドレス;備考', { name: '氏名', email: 'メールアドレス', notes: '備考' }],
		['姓;名;メール', { firstName: '名', lastName: '姓' }],
		['Имя;Фамилия;Эл. почта', { firstName: 'Имя', lastName: 'Фамилия', email: 'Эл. почта' }],
		['name ;lastname;E-Mail', { firstName: 'name', lastName: 'lastname' }],
		['Name;Nachname;E-Mail', { firstName: 'Name', lastName: 'Nachname' }],
		['Nachname;Name;E-Mail', { firstName: 'Name', lastName: 'Nachname' }],
		['Namn;Efternamn', { firstName: 'Namn', lastName: 'Efternamn' }],
		['Navn;Efternavn', { firstName: 'Navn', lastName: 'Efternavn' }],
		['Naam;Achternaam', { firstName: 'Naam', lastName: 'Achternaam' }],
		['Név;Vezetéknév', { firstName: 'Név', lastName: 'Vezetéknév' }],
		['Nimi;Sukunimi', { firstName: 'Nimi', lastName: 'Sukunimi' }],
		['Ad;Soyadı', { firstName: 'Ad', lastName: 'Soyadı' }],
		['Nume;Prenume', { firstName: 'Prenume', lastName: 'Nume' }],
		['Ime;Prezime', { firstName: 'Ime', lastName: 'Prezime' }],
		['Όνομα;Επώνυμο', { firstName: 'Όνομα', lastName: 'Επώνυμο' }],
		['الاسم;اسم العائلة', { firstName: 'الاسم', lastName: 'اسم العائلة' }],
		['שם;שם משפחה', { firstName: 'שם', lastName: 'שם משפחה' }],
		['ชื่อ;นามสกุล', { firstName: 'ชื่อ', lastName: 'นามสกุล' }],
		['이름;성', { firstName: '이름', lastName: '성' }],
		['FIRST NAME ;last_name;E-Mail Address;Email (2)', { firstName: 'FIRST NAME', email: 'E-Mail Address' }],
	])('reads the names of %s', (header, expected) => {
		const row = header
			.split(';')
			.map((name) => (/mail|cor|cour|メール|почта/i.test(name) ? 'a@example.com' : 'x'));
		expect(guess(header, row.join(';'))).toMatchObject(expected);
	});

	it.each([
		['Name,Last name', 'Ana Silva,Silva', 'Bo de Lund,"Lund"'],
		['Name;Vorname', 'Silva, Ana;Ana', 'Lund, Bo;Bo'],
		['氏名;姓', '佐藤 美咲;佐藤', '山本花子;山本'],
	])('takes the name of %s for the whole, since its cells hold the part too', (header, ...rows) => {
		expect(guess(header, ...rows)).toHaveProperty('name', header.split(/[,;]/)[0]);
	});

	it('takes a column of ticket names for no quantity', () => {
		expect(guess('Name,Tickets', 'Ana,VIP', 'Bo,Standard')).not.toHaveProperty('quantity');
	});

	it('goes by content where there are no names', () => {
		expect(guess('Ana,Silva,ana@example.com,2', 'Bo,Lund,bo@example.com,0')).toEqual({
			firstName: 'Column 1',
			lastName: 'Column 2',
			email: 'Column 3',
		});
		expect(guess('ana@example.com,Ana Silva', 'bo@example.com,Bo Lund')).toEqual({
			name: 'Column 2',
			email: 'Column 1',
		});
	});

	it('does not believe a column name that its cells contradict', () => {
		expect(guess('Name;E-Mail;Zusage', 'Ana;ana@example.com;01.09.2026 08:00')).not.toHaveProperty('status');
	});
});
