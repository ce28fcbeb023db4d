import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { orderData } from '#server/domain/orders/personal-data.ts';
import { allAt, readXml, type XmlElement } from '#server/platform/xml.ts';
import { newId } from '#shared/lib/ids.ts';
import { declarationText, scheduleTitle } from '#shared/rules/gift-aid.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeFundraiser } from '#tests/factories/fundraisers.ts';
import type { PricedEvent } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { scheduleSheet } from './schedule-sheet.ts';

const { services, api, query } = useTestApi();
let event: PricedEvent;
/** In the United Kingdom. */
let today: string;
beforeAll(async () => {
	await stayInOneDay('Europe/London');
	today = daysAgo(0);
	event = await makeCharity();
});

async function makeCharity(): Promise<PricedEvent> {
	const made = await makeFundraiser(services, api, await makeUser(services), {
		currency: 'GBP',
		type: { currency: 'GBP' },
	});
	const { token } = made.owner;
	const org = `/api/organisations/${made.organisationId}`;
	await api.patch(`${org}/settings`, { legalName: 'Harbour Hall', address: 'Pier 1\nLeeds' }, { token });
	const settings = { regime: 'uk', number: '1234567', isAutomatic: false };
	expect((await api.call('PUT', `${org}/gift-receipt-settings`, settings, { token })).status).toBe(200);
	return made;
}
const daysAgo = (days: number) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(Date.now() - days * 86_400_000);
const of = ({ organisationId }: PricedEvent) => `/api/organisations/${organisationId}`;
const auth = () => ({ token: event.owner.token });

const ada = { title: 'Mrs', firstName: 'Ada', lastName: 'King-Noel', house: '12', postcode: 'SW1A 1AA' };
async function addOffline(amountMinor: number, donorEmail: string) {
	const body = { amountMinor, receivedOn: daysAgo(40), donorName: 'Ada', donorEmail };
	const made = await api.post(`/api/events/${event.id}/donations`, body, auth());
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	return made.body as { id: string };
}
const enter = (donation: { id: string }, more: object) =>
	api.post(
		`/api/events/${event.id}/donations/${donation.id}/gift-aid-declaration`,
		{ ...ada, wording: 'uk-2026-11', scope: 'gift', madeOn: daysAgo(40), ...more },
		auth(),
	);
const dueOf = async (donation: { id: string }): Promise<number | undefined> =>
	(await api.get(`${of(event)}/gift-aid-gifts`, auth())).body.data.find(
		({ id }: { id: string }) => id === donation.id,
	)?.amountMinor;
const stateOf = async ({ id }: { id: string }) => {
	const { body } = await api.get(`${of(event)}/gift-aid-declarations`, auth());
	return body.data.find((one: { id: string }) => one.id === id)?.state;
};
const mailOf = async ({ id }: { id: string }) =>
	query(
		`SELECT id, recipient, template, props, locale FROM mails WHERE template = 'fundraisers/gift-aid-record'
		AND props->>'declarationId' = $1`,
		[id],
	);

describe('a declaration by word of mouth', () => {
	test('is emailed to the donor once with all that HMRC wants, and claimed with after 30 days', async () => {
		const donation = await addOffline(2_000, 'ada@example.org');
		const { status, body } = await enter(donation, { oralRecord: 'email' });
		expect([status, body]).toMatchObject([
			201,
			{ state: 'waiting', oralRecord: 'email', recordSentOn: today, madeOn: daysAgo(40) },
		]);
		expect(await dueOf(donation)).toBeUndefined();
		const mails = await mailOf(body);
		expect(mails).toMatchObject([{ recipient: 'ada@example.org' }]);
		expect(JSON.stringify(mails)).not.toContain('SW1A');
		const mail = await composeMail(services, mails[0], { showsSecrets: true, isForSending: true });
		if ('obsolete' in mail) throw new Error(mail.obsolete);
		const text = mail.text.replaceAll(/\s+/g, ' ');
		for (const said of [
			...[declarationText('gift', 'Harbour Hall'), 'Mrs Ada King-Noel', 'SW1A 1AA', '£20.00', 'Pier 1'],
			...['for 30 days', 'it is your responsibility to pay any difference'],
		])
			expect(text).toContain(said);
		const moveTo = (sentOn: string) =>
			query('UPDATE gift_aid_declarations SET record_sent_on = $2 WHERE id = $1', [body.id, sentOn]);
		await moveTo(daysAgo(30));
		expect([await dueOf(donation), await stateOf(body)]).toEqual([undefined, 'waiting']);
		await moveTo(daysAgo(31));
		expect([await dueOf(donation), await stateOf(body)]).toEqual([2_000, 'valid']);
		await expectInvariants(services);
	});

	test('that the donor cancels in time was never claimed with, and its email is not sent any more', async () => {
		const donation = await addOffline(2_100, 'cancels@example.org');
		const { body } = await enter(donation, { oralRecord: 'email' });
		await api.post(`${of(event)}/gift-aid-declarations/${body.id}/cancel`, undefined, auth());
		await query('UPDATE gift_aid_declarations SET record_sent_on = $2 WHERE id = $1', [body.id, daysAgo(31)]);
		expect([await dueOf(donation), await stateOf(body)]).toEqual([undefined, 'cancelled']);
		const [mail] = await mailOf(body);
		expect(await composeMail(services, mail, { showsSecrets: true, isForSending: true })).toEqual({
			obsolete: 'The declaration was cancelled.',
		});
	});

	test('with a recording is claimed with at once, by letter 30 days after the letter, without an email', async () => {
		const [taped, sent] = [await addOffline(2_200, ''), await addOffline(2_300, 'letter@example.org')];
		const recording = await enter(taped, { oralRecord: 'recording' });
		expect(recording.body).toMatchObject({ state: 'valid', recordSentOn: null });
		expect(await dueOf(taped)).toBe(2_200);
		const letter = await enter(sent, { oralRecord: 'letter', recordSentOn: daysAgo(31) });
		expect(letter.body).toMatchObject({ state: 'valid', recordSentOn: daysAgo(31) });
		expect(await dueOf(sent)).toBe(2_300);
		expect([...(await mailOf(recording.body)), ...(await mailOf(letter.body))]).toEqual([]);
		await expectInvariants(services);
	});

	test.each([
		['an email that is not known', { oralRecord: 'email' }, 'oralRecord'],
		['a letter without its day', { oralRecord: 'letter' }, 'recordSentOn'],
		[
			'a letter before the declaration',
			{ oralRecord: 'letter', recordSentOn: () => daysAgo(41) },
			'recordSentOn',
		],
		['a letter of tomorrow', { oralRecord: 'letter', recordSentOn: () => daysAgo(-1) }, 'recordSentOn'],
		['a day for a recording', { oralRecord: 'recording', recordSentOn: () => daysAgo(1) }, 'recordSentOn'],
		['a day for paper', { recordSentOn: () => daysAgo(1) }, 'recordSentOn'],
	] as const)('is refused with %s, where it was typed', async (_, more, field) => {
		const donation = await addOffline(900, '');
		const sentOn = 'recordSentOn' in more ? { recordSentOn: more.recordSentOn() } : {};
		const { status, body } = await enter(donation, { ...more, ...sentOn });
		expect([status, body.details?.[0].field]).toEqual([400, field]);
		expect(await query('SELECT id FROM gift_aid_declarations WHERE donation_id = $1', [donation.id])).toEqual(
			[],
		);
	});
});

async function scheduleOf({ id }: { id: string }, format: string) {
	const answer = await api.app.request(
		`http://foyer.test${of(event)}/gift-aid-claims/${id}/schedule?format=${format}`,
		{ headers: { authorization: `Bearer ${event.owner.token}` } },
	);
	return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** The texts of the cells of a spreadsheet, as Charities Online counts them. */
function cellsOf(file: Uint8Array): { name: string | undefined; rows: string[][] } {
	const { 'content.xml': content } = unzipSync(file);
	const document = readXml(new TextDecoder().decode(content)) as XmlElement;
	const [table] = allAt(document, 'body', 'spreadsheet', 'table');
	const rows = allAt(table as XmlElement, 'table-row').map((row) =>
		allAt(row, 'table-cell').map((cell) => cell.attributes.value ?? allAt(cell, 'p')[0]?.text ?? ''),
	);
	return { name: table?.attributes.name, rows };
}

describe('a changed name or address', () => {
	const change = (declaration: { id: string }, body: object, by = event) =>
		api.call('PUT', `${of(by)}/gift-aid-declarations/${declaration.id}/address`, body, {
			token: by.owner.token,
		});
	const grace = { title: '', firstName: 'Ada', lastName: 'Byron', house: 'The Mill', postcode: 'm11ae' };

	test('holds for later claims; the schedule of an earlier one and the export keep what was', async () => {
		event = await makeCharity();
		const { body: declaration } = await enter(await addOffline(4_000, 'moves@example.org'), { scope: 'all' });
		const first = await api.post(`${of(event)}/gift-aid-claims`, undefined, auth());
		const { status, body } = await change(declaration, grace);
		expect([status, body]).toMatchObject([
			200,
			{
				lastName: 'Byron',
				postcode: 'M1 1AE',
				state: 'claimed',
				earlier: [{ lastName: 'King-Noel', house: '12' }],
			},
		]);
		// The same again is no change.
		expect((await change(declaration, grace)).body.earlier).toHaveLength(1);
		await addOffline(5_000, 'moves@example.org');
		const second = await api.post(`${of(event)}/gift-aid-claims`, undefined, auth());
		const lines = async (claim: { body: { id: string } }) =>
			new TextDecoder()
				.decode((await scheduleOf(claim.body, 'csv')).bytes)
				.trim()
				.split('\r\n')[1];
		expect(await lines(first)).toContain('Mrs,Ada,King Noel,12,SW1A 1AA');
		expect(await lines(second)).toContain(',Ada,Byron,The Mill,M1 1AE');
		const exported = await orderData
			.find(({ name }) => name === 'gift-aid-declarations')
			?.collect(services, { userId: newId(), email: 'moves@example.org', isEmailVerified: true } as never);
		expect(exported).toMatchObject([{ last_name: 'Byron', earlier: [{ lastName: 'King-Noel' }] }]);
		await expectInvariants(services);
	});

	test('by two at once keeps both; of a cancelled one or by another organisation it is refused', async () => {
		const { body: declaration } = await enter(await addOffline(1_000, 'two@example.org'), {});
		await Promise.all([change(declaration, grace), change(declaration, { ...grace, house: 'The Barn' })]);
		const { body } = await change(declaration, { ...grace, house: 'The Barn', firstName: 'A' });
		expect(body.earlier).toHaveLength(3);
		expect((await change(declaration, grace, await makeCharity())).status).toBe(404);
		expect((await change(declaration, { ...grace, postcode: 'Paris' })).body.details[0].field).toBe(
			'postcode',
		);
		await api.post(`${of(event)}/gift-aid-declarations/${declaration.id}/cancel`, undefined, auth());
		expect((await change(declaration, grace)).body.metadata?.rule).toBe('declaration-cancelled');
	});
});

describe('a schedule as a spreadsheet', () => {
	test('is laid out as Charities Online reads it, with the tax that is given back', async () => {
		event = await makeCharity();
		const given = await addOffline(4_000, 'sheet@example.org');
		await enter(given, { scope: 'all', house: '=1+1' });
		await api.post(`${of(event)}/gift-aid-claims`, undefined, auth());
		// What is removed was given back after it was claimed.
		await api.call('DELETE', `/api/events/${event.id}/donations/${given.id}`, undefined, auth());
		await addOffline(5_050, 'sheet@example.org');
		const claim = await api.post(`${of(event)}/gift-aid-claims`, undefined, auth());
		expect(claim.body).toMatchObject({ gifts: 1, amountMinor: 5_050, returnedTaxMinor: 1_000 });
		const { answer, bytes } = await scheduleOf(claim.body, 'ods');
		expect(answer.headers.get('content-disposition')).toContain(`gift-aid-${today}-part-1.ods`);
		expect(answer.headers.get('content-type')).toBe('application/vnd.oasis.opendocument.spreadsheet');
		const { name, rows } = cellsOf(bytes);
		const [year, month, day] = daysAgo(40).split('-');
		const date = `${day}/${month}/${year?.slice(2)}`;
		expect(name).toBe('R68GAD_V1_00_0_EN');
		expect([rows[12]?.[3], rows[16]?.[3]]).toEqual([date, '10.00']);
		expect(rows[22]?.slice(1, 4)).toEqual(['Item', 'Title', 'First name']);
		expect(rows.slice(24)).toEqual([
			['', '1', 'Mrs', 'Ada', 'King Noel', '=1+1', 'SW1A 1AA', '', '', date, '50.50'],
		]);
		// The kind of file is read from its first bytes: the entry is first and not packed.
		expect(Buffer.from(bytes.subarray(30, 84)).toString()).toBe(
			'mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
		);
		await expectInvariants(services);
	});

	test('writes whatever is in a name, and 1,000 rows', async () => {
		const row = ['', 'A & <B>', `"\u0007\ud800'`, '1', 'X', '', '', '01/02/26', '19.99'];
		const sheet = scheduleSheet([], Array(1_000).fill(row), { earliest: '01/02/26', overclaimedMinor: 0 });
		const { rows } = cellsOf(Buffer.concat(await Array.fromAsync(sheet)));
		expect(rows).toHaveLength(1_024);
		expect(rows[16]?.[3]).toBe('');
		expect(rows.at(-1)).toEqual(['', '1000', '', 'A & <B>', `"  '`, '1', 'X', '', '', '01/02/26', '19.99']);
	});

	test.each([
		['Mrs', 'Mrs'],
		['Dr.', 'Dr'],
		['M', ''],
		['女士', ''],
		['', ''],
	])('writes the title %o as %o', (typed, tidy) => expect(scheduleTitle(typed)).toBe(tidy));
});
