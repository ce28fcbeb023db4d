import { beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '#server/db/client.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { attachDocuments } from './attachments.ts';
import { documentChecks } from './checks.ts';
import { issueDocument, type NewDocument } from './issue.ts';
import { documentJobs } from './jobs.ts';
import { drawDocument } from './render/draw.ts';

const { database, services } = useTestApi({ isFresh: true });
let organisationId: string;
beforeEach(async () => {
	({ organisationId } = await makeUser(services));
});

const line = {
	text: 'Balcony',
	quantity: 2,
	unitMinor: 2_400,
	netMinor: 4_034,
	taxMinor: 766,
	grossMinor: 4_800,
	taxBasisPoints: 1_900,
};

const sample = (changes: Partial<NewDocument> = {}): NewDocument => ({
	organisationId,
	kind: 'invoice',
	eventId: null,
	subjectId: newId(),
	language: 'en',
	currency: 'EUR',
	content: {
		seller: { name: 'Harbour Hall', address: 'Pier 1\n10115 Berlin', countryCode: 'DE', taxNumber: 'DE1' },
		lines: [line],
		subject: {
			title: 'Night of Jazz',
			startsAt: '2027-03-14T19:30:00Z',
			timeZone: 'Europe/Berlin',
			place: 'Harbour Hall, Berlin',
			reference: 'K7QX2',
		},
		payments: [{ method: 'card', amountMinor: 4_800, paidAt: '2027-01-02T10:00:00Z' }],
		note: 'Small business, no VAT charged.',
		corrects: null,
		isTest: false,
	},
	recipient: { name: '', company: 'Acme', address: 'Road 2\nLeeds', countryCode: 'GB', vatNumber: 'GB2' },
	...changes,
});

const issue = (changes: Partial<NewDocument> = {}) =>
	database().transaction((tx) => issueDocument(tx, services.clock.now(), sample(changes)));

const failing = async () => {
	const found: string[] = [];
	for (const check of documentChecks) if ((await check.run(services)).length > 0) found.push(check.name);
	return found;
};

/** 64 documents side by side; every fourth transaction is rolled back after its number was taken. */
async function issueTogether(one: (tx: Tx) => Promise<unknown>) {
	const outcomes = await Promise.allSettled(
		Array.from({ length: 64 }, (_, index) =>
			database().transaction(async (tx) => {
				await one(tx);
				if (index % 4 === 3) throw new Error('rolled back');
			}),
		),
	);
	return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

const numbers = async () => {
	const { rows } = await database().pool.query<{ number: number }>(
		'SELECT number FROM documents ORDER BY number',
	);
	return rows.map(({ number }) => number);
};

describe('numbers', () => {
	test('have neither gaps nor doubles, whoever issues side by side and is rolled back', async () => {
		const issued = await issueTogether((tx) => issueDocument(tx, services.clock.now(), sample()));
		expect(issued).toBe(48);
		expect(await numbers()).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
		expect(await failing()).toEqual([]);
	});

	test('from a sequence would have gaps, and the check would find them', async () => {
		await database().pool.query('CREATE SEQUENCE control_numbers');
		await database().pool.query(`
			CREATE FUNCTION control_number() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN NEW.number := nextval('control_numbers'); RETURN NEW; END $$`);
		await database().pool.query(
			'CREATE TRIGGER control BEFORE INSERT ON documents FOR EACH ROW EXECUTE FUNCTION control_number()',
		);
		try {
			await issueTogether((tx) => issueDocument(tx, services.clock.now(), sample()));
			expect(Math.max(...(await numbers()))).toBeGreaterThan(48);
			expect(await failing()).toContain('documents.numbers-without-gaps');
		} finally {
			await database().pool.query('DROP TRIGGER control ON documents');
		}
	});

	test('are counted for each kind, and apart in test mode', async () => {
		const test = { ...sample().content, isTest: true };
		const labels = [
			await issue(),
			await issue({ kind: 'receipt' }),
			await issue({ content: test }),
			await issue(),
		].map(({ label }) => label);
		expect(labels).toEqual(['INV-000001', 'REC-000001', 'TEST-INV-000001', 'INV-000002']);
	});

	test.each([
		['a raised counter', 'UPDATE document_series SET next = next + 1'],
		['a lost document', `ALTER TABLE documents DISABLE TRIGGER USER; DELETE FROM documents WHERE number = 1`],
	])('%s is found', async (_, statement) => {
		await issue();
		await issue();
		await database().pool.query(statement);
		await database().pool.query('ALTER TABLE documents ENABLE TRIGGER USER');
		expect(await failing()).toEqual(['documents.numbers-without-gaps']);
	});
});

describe('an issued document', () => {
	test.each([
		`UPDATE documents SET content = jsonb_set(content, '{note}', '"other"')`,
		'UPDATE documents SET gross_minor = 1, net_minor = 1, tax_minor = 0',
		`UPDATE documents SET recipient = recipient || '{"company": "Other"}'`,
		'DELETE FROM documents',
	])('is not changed: %s', async (statement) => {
		await issue();
		await expect(database().pool.query(statement)).rejects.toThrow('documents are never changed');
		// Past the trigger, its hash differs.
		await database().pool.query('ALTER TABLE documents DISABLE TRIGGER USER');
		await database().pool.query(statement);
		await database().pool.query('ALTER TABLE documents ENABLE TRIGGER USER');
		expect((await failing()).length).toBeGreaterThan(0);
	});

	test('loses its recipient once its retention period is over, and stays whole otherwise', async () => {
		const { id } = await issue();
		const job = documentJobs.find(({ name }) => name === 'documents.erase-recipients');
		const recipient = async () =>
			(await database().pool.query('SELECT recipient FROM documents WHERE id = $1', [id])).rows[0].recipient;
		await job?.run(services);
		expect(await recipient()).toMatchObject({ company: 'Acme' });
		const later = new Date(services.clock.now().getTime() + 12 * 366 * 86_400_000);
		await job?.run({ ...services, clock: { ...services.clock, now: () => later } });
		expect(await recipient()).toBeNull();
		expect(await failing()).toEqual([]);
	});

	test('corrects an invoice of the same order, and not by more than it says', async () => {
		const back = {
			...sample().content,
			lines: [{ ...line, netMinor: -4_034, taxMinor: -766, grossMinor: -4_800 }],
		};
		const invoice = await issue();
		const note = { kind: 'credit_note' as const, subjectId: invoice.subjectId, correctsId: invoice.id };
		await issue({ ...note, content: back });
		expect(await failing()).toEqual([]);
		await issue({ ...note, content: back });
		expect(await failing()).toEqual(['documents.credit-notes-fit']);
	});
});

describe('as PDF', () => {
	test('says who, what and how much, on A4, with its fonts in it', async () => {
		const { text, pages, fonts } = await readPdf(await drawDocument(await issue()));
		for (const part of [
			'Invoice',
			'INV-000001',
			'Harbour Hall',
			'10115 Berlin',
			'Tax ID: DE1',
			'Acme',
			'United Kingdom',
			'VAT number: GB2',
			'Night of Jazz',
			'K7QX2',
			'Balcony',
			'€48.00',
			'€7.66',
			'€40.34',
			'19 %',
			'Small business, no VAT charged.',
			'(Card)',
		])
			expect(text).toContain(part);
		expect(text).not.toContain('Test mode');
		expect(pages).toEqual([[595.28, 841.89]]);
		expect(fonts.length).toBeGreaterThan(0);
		for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+/);
	});

	test('is the same file each time it is drawn, and says when it is a test', async () => {
		const document = await issue({ content: { ...sample().content, isTest: true } });
		const [one, two] = [await drawDocument(document), await drawDocument(document)];
		expect(one.equals(two)).toBe(true);
		expect((await readPdf(one)).text).toContain('Test mode: no real money moved.');
	});

	test.each([
		['Ελληνική Εταιρεία'],
		['ООО «Ромашка»'],
		['שלום'],
		['شركة'],
		['สวัสดี'],
		['株式会社'],
		['한국상사'],
		['Žluťoučký kůň'],
		['საქართველო'],
	])('writes %s', async (company) => {
		const recipient = { ...sample().recipient, company };
		const { text } = await readPdf(await drawDocument(await issue({ recipient })));
		expect(text.normalize('NFC')).toContain(company);
	});

	test('goes on over pages, and cuts what is too long', async () => {
		const lines = Array.from({ length: 120 }, (_, index) => ({
			...line,
			text: index === 3 ? 'w'.repeat(200) : `Seat ${index + 1}`,
		}));
		const { text, pages } = await readPdf(
			await drawDocument(await issue({ content: { ...sample().content, lines } })),
		);
		expect(pages.length).toBeGreaterThan(2);
		expect(text).toContain('Seat 120');
		expect(text).toContain(`1 / ${pages.length}`);
	});
});

test('an email gets its documents as PDFs, or none of them where one is missing or all are too large', async () => {
	const [one, two] = [await issue(), await issue()];
	const files = await attachDocuments(services, organisationId, [one.id, two.id]);
	expect(files.map(({ filename, contentType }) => [filename, contentType])).toEqual([
		[`${one.label}.pdf`, 'application/pdf'],
		[`${two.label}.pdf`, 'application/pdf'],
	]);
	expect(files[0]?.content).toEqual(await drawDocument(one));
	const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
	expect(await attachDocuments(services, organisationId, [one.id, two.id], bytes)).toHaveLength(2);
	expect(await attachDocuments(services, organisationId, [one.id, two.id], bytes - 1)).toEqual([]);
	expect(await attachDocuments(services, organisationId, [one.id, newId()])).toEqual([]);
});
