import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { scheduledJobs } from '#server/domain/modules.ts';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { type PricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { untilBlocked } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { issueDueReceipts } from './due-receipts.ts';
import { issueAutomatically } from './gift-receipts.ts';
import { holdPayments } from './with-order.ts';

const { database, services, api } = useTestApi();

const us = { regime: 'us', number: '12-3456789', isAutomatic: false };
const de = {
	regime: 'de',
	number: '27/123/45678',
	purpose: 'Kunst und Kultur',
	taxOffice: 'Berlin I',
	noticeDate: '2025-06-30',
	assessmentPeriod: '2024',
	isAutomatic: false,
};

async function raise(settings: object | null = us) {
	const event = await makeFundraiser(services, api, await makeUser(services));
	const { token } = event.owner;
	const org = `/api/organisations/${event.organisationId}`;
	await api.patch(`${org}/settings`, { legalName: 'Harbour Hall', address: 'Pier 1\nBerlin' }, { token });
	if (settings) {
		const saved = await api.call('PUT', `${org}/gift-receipt-settings`, settings, { token });
		expect(saved.status, JSON.stringify(saved.body)).toBe(200);
	}
	return event;
}
async function give(event: PricedEvent, amountMinor: number, more: object = {}, tickets = 0) {
	const order = await holdGift(api, event, { amountMinor, ...more }, tickets);
	expect((await payByCard(api, order)).status).toBe(201);
	return order;
}
const documentsOf = async (order: { manageToken: string }) =>
	(await api.get(`/api/orders/${order.manageToken}/documents`)).body as {
		giftReceipt: string;
		data: { id: string; kind: string; label: string; grossMinor: number; correctsId: string | null }[];
	};
const giftDocumentsOf = async (order: { manageToken: string }) =>
	(await documentsOf(order)).data.filter(({ kind }) => kind.startsWith('gift'));
const ada = { name: 'Ada Lovelace', address: 'Road 2\nLeeds', countryCode: 'GB' };
const ask = (order: { manageToken: string }, body: object = ada) =>
	api.post(`/api/orders/${order.manageToken}/gift-receipt`, body);
const ruleOf = ({ body }: { body: { metadata?: { rule?: string } } }) => body.metadata?.rule;
async function textOf(order: { manageToken: string }, { id }: { id: string }) {
	const answer = await api.app.request(
		`http://foyer.test/api/orders/${order.manageToken}/documents/${id}/file`,
	);
	return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text.replaceAll(/\s+/g, ' ');
}
const mailsOf = async (event: PricedEvent) =>
	(
		await database().pool.query<{ id: string; template: string }>(
			`SELECT id, template FROM mails WHERE organisation_id = $1 AND template LIKE 'orders/gift%' ORDER BY id`,
			[event.organisationId],
		)
	).rows;

describe('an organisation', () => {
	test('issues nothing before everything is entered, and sees what is missing', async () => {
		const event = await raise(null);
		const { token } = event.owner;
		const path = `/api/organisations/${event.organisationId}/gift-receipt-settings`;
		expect((await api.get(path, { token })).body).toMatchObject({ regime: null, missing: [], version: 0 });
		const order = await give(event, 2_000);
		expect((await documentsOf(order)).giftReceipt).toBe('none');
		expect(ruleOf(await ask(order))).toBe('nothing-to-receipt');
		const put = (body: object, headers: Record<string, string> = {}) =>
			api.call('PUT', path, body, { token, headers });
		expect((await put({ regime: 'us' })).body.missing).toEqual(['number']);
		expect((await documentsOf(order)).giftReceipt).toBe('none');
		expect((await put({ ...de, noticeDate: '2019-01-01' })).body.missing).toEqual(['noticeDate']);
		expect((await put({ ...de, assessmentPeriod: '', noticeDate: '2023-06-30' })).body.missing).toEqual([
			'noticeDate',
		]);
		expect((await put(us, { 'If-Match': '"1"' })).status).toBe(412);
		expect((await put(us)).body).toMatchObject({ missing: [], version: 4 });
		expect((await documentsOf(order)).giftReceipt).toBe('open');
		expect((await put({ regime: null })).body).toMatchObject({ regime: null, version: 0 });
	});

	test('issues the receipt of an order to its buyer', async () => {
		const event = await raise();
		const order = await give(event, 2_000);
		const issue = () =>
			api.post(`/api/events/${event.id}/orders/${order.id}/gift-receipt`, undefined, {
				token: event.owner.token,
			});
		const first = await issue();
		expect([first.status, first.body.label, first.body.grossMinor]).toEqual([201, 'TEST-DON-000001', 2_000]);
		expect((await issue()).body.id).toBe(first.body.id);
		const ticket = await holdGift(api, event, { amountMinor: 500 });
		const unpaid = await api.post(`/api/events/${event.id}/orders/${ticket.id}/gift-receipt`, undefined, {
			token: event.owner.token,
		});
		expect(ruleOf(unpaid)).toBe('nothing-to-receipt');
	});
});

describe('a donor', () => {
	test('gets a receipt of the gift and its cover alone, not of tickets beside it', async () => {
		const event = await raise();
		const order = await give(event, 5_000, { cover: true }, 1);
		const issued = await ask(order);
		expect(issued.status).toBe(201);
		const gift = (await documentsOf(order)).data.find(({ kind }) => kind === 'gift_receipt');
		const text = await textOf(order, gift as { id: string });
		expect(issued.body.grossMinor).toBeGreaterThan(5_000);
		for (const part of [
			'Harbour Hall is a tax-exempt organization',
			'EIN: 12-3456789',
			'No goods or services were provided',
			'Ada Lovelace Road 2 Leeds',
			'Test mode',
			`€${(issued.body.grossMinor / 100).toFixed(2)}`,
		])
			expect(text).toContain(part);
		expect(text).not.toContain('Seat');
		await expectInvariants(services);
	});

	test('in Germany: the simplified proof up to 300 euros, above it the confirmation to be signed, with an address', async () => {
		const event = await raise(de);
		const small = await give(event, 30_000);
		expect((await documentsOf(small)).giftReceipt).toBe('open');
		const issue = (order: { id: string }) =>
			api.post(`/api/events/${event.id}/orders/${order.id}/gift-receipt`, undefined, {
				token: event.owner.token,
			});
		const proof = await textOf(small, (await issue(small)).body);
		expect(proof).toContain('vereinfachten Zuwendungsnachweis nach § 50 Abs. 4 EStDV');
		expect(proof).toContain('für den letzten Veranlagungszeitraum 2024');
		const large = await give(event, 30_001);
		expect((await documentsOf(large)).giftReceipt).toBe('needs-address');
		expect(ruleOf(await issue(large))).toBe('receipt-address-missing');
		const official = await textOf(large, (await ask(large)).body);
		for (const part of [
			'Bestätigung über Geldzuwendungen',
			'dreihundert Euro und ein Cent',
			'300,01',
			'(Ort, Datum und Unterschrift des Zuwendungsempfängers)',
			'vom 30. Juni 2025',
			'Name und Anschrift des Zuwendenden Ada Lovelace',
		])
			expect(official).toContain(part);
	});

	test('in Germany: reads that it is no membership fee, where such fees can’t be deducted', async () => {
		const sentence =
			'Es wird bestätigt, dass es sich nicht um einen Mitgliedsbeitrag handelt, dessen Abzug nach § 10b Abs. 1 des Einkommensteuergesetzes ausgeschlossen ist.';
		const official = async (excludesMembershipFees: boolean) => {
			const event = await raise({ ...de, excludesMembershipFees });
			const order = await give(event, 40_000);
			return (await textOf(order, (await ask(order)).body)).replaceAll(/\s+/g, ' ');
		};
		expect(await official(true)).toContain(sentence);
		expect(await official(false)).not.toContain('Mitgliedsbeitrag');
	});

	test('gets it by itself once what was missing is entered', async () => {
		const event = await raise({ ...us, isAutomatic: true, number: '' });
		const order = await give(event, 2_000);
		await issueDueReceipts(services);
		expect(await giftDocumentsOf(order)).toEqual([]);
		const saved = await api.call(
			'PUT',
			`/api/organisations/${event.organisationId}/gift-receipt-settings`,
			{ ...us, isAutomatic: true },
			{ token: event.owner.token },
		);
		expect(saved.status).toBe(200);
		await issueDueReceipts(services);
		await issueDueReceipts(services);
		expect((await giftDocumentsOf(order)).map(({ label }) => label)).toEqual(['TEST-DON-000001']);
		await expectInvariants(services);
	});

	test('with another address gets another one; both at once are one', async () => {
		const event = await raise();
		const order = await give(event, 2_000);
		const both = await Promise.all([ask(order), ask(order), ask(order)]);
		expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
		await ask(order, { ...ada, address: 'Road 3' });
		expect((await giftDocumentsOf(order)).map(({ label, grossMinor }) => [label, grossMinor])).toEqual([
			['TEST-DON-000001', 2_000],
			['TEST-DONC-000001', -2_000],
			['TEST-DON-000002', 2_000],
		]);
		await expectInvariants(services);
	});

	test('gets it by itself and by email, once, where the organisation wants that', async () => {
		const event = await raise({ ...us, isAutomatic: true });
		const order = await give(event, 2_000);
		const scope = { organisationId: event.organisationId, eventId: event.id, orderId: order.id };
		await Promise.all([issueAutomatically(services, scope), issueAutomatically(services, scope)]);
		expect((await giftDocumentsOf(order)).map(({ label }) => label)).toEqual(['TEST-DON-000001']);
		expect(await mailsOf(event)).toHaveLength(1);
		expect((await documentsOf(order)).giftReceipt).toBe('issued');
		await expectInvariants(services);
	});
});

/** What a donor gets by the last email about their receipt; another reader gets no files. */
async function lastMail(event: PricedEvent, showsSecrets = true) {
	const { rows } = await database().pool.query(
		`SELECT id, recipient, template, props, locale FROM mails
		WHERE organisation_id = $1 AND template = 'orders/gift-receipt' ORDER BY id DESC LIMIT 1`,
		[event.organisationId],
	);
	const written = await composeMail(services, rows[0], { showsSecrets, isForSending: showsSecrets });
	if ('obsolete' in written) throw new Error(written.obsolete);
	return written;
}
const filesOf = async ({ attachments }: Awaited<ReturnType<typeof lastMail>>) =>
	Promise.all(
		attachments.map(async ({ filename, content }) => [
			filename,
			(await readPdf(content as Uint8Array)).text.replaceAll(/\s+/g, ' '),
		]),
	);

describe('the email of a receipt', () => {
	test('brings it as PDF, the same bytes each time that it is written, and to its donor alone', async () => {
		const event = await raise({ ...us, isAutomatic: true });
		await give(event, 2_000);
		await issueDueReceipts(services);
		const mail = await lastMail(event);
		const [[name, text] = [], ...others] = await filesOf(mail);
		expect(name).toBe('TEST-DON-000001.pdf');
		expect(text).toContain('Amount of the contribution: €20.00');
		expect(others).toEqual([]);
		expect(mail.text).toContain('Attached as PDF: TEST-DON-000001');
		expect(mail.attachments[0]?.content.length).toBeLessThan(100_000);
		expect(await lastMail(event)).toEqual(mail);
		const shown = await lastMail(event, false);
		expect(shown.attachments).toEqual([]);
		expect(shown.text).not.toContain('Attached as PDF');
	});

	test('of which a part was refunded brings the cancellation and the new one, of all the cancellation', async () => {
		const event = await raise({ ...us, isAutomatic: true });
		const order = await give(event, 5_000);
		await issueDueReceipts(services);
		const refund = (body: object) => refundOrder(api, event, order, { token: event.owner.token, ...body });
		await refund({ amountMinor: 2_000 });
		await settleAll(services);
		const files = await filesOf(await lastMail(event));
		expect(files.map(([name]) => name)).toEqual(['TEST-DONC-000001.pdf', 'TEST-DON-000002.pdf']);
		expect(files[0]?.[1]).toContain('Receipt TEST-DON-000001 of');
		expect(files[1]?.[1]).toContain('Amount of the contribution: €30.00');
		await refund({});
		await settleAll(services);
		expect((await filesOf(await lastMail(event))).map(([name]) => name)).toEqual(['TEST-DONC-000002.pdf']);
	});
});

describe('a refund', () => {
	test('of a part cancels the receipt and issues one for the rest; of all only cancels', async () => {
		const event = await raise();
		const order = await give(event, 5_000);
		await ask(order);
		const refund = (body: object) => refundOrder(api, event, order, { token: event.owner.token, ...body });
		expect((await refund({ amountMinor: 2_000 })).status).toBe(201);
		await settleAll(services);
		const after = await giftDocumentsOf(order);
		expect(after.map(({ label, grossMinor }) => [label, grossMinor])).toEqual([
			['TEST-DON-000001', 5_000],
			['TEST-DONC-000001', -5_000],
			['TEST-DON-000002', 3_000],
		]);
		expect(await textOf(order, after[1] as { id: string })).toContain('Receipt TEST-DON-000001 of');
		expect(await textOf(order, after[2] as { id: string })).toContain('Ada Lovelace Road 2');
		await expectInvariants(services);
		expect((await refund({})).status).toBe(201);
		await settleAll(services);
		expect((await giftDocumentsOf(order)).at(-1)).toMatchObject({ grossMinor: -3_000 });
		expect((await documentsOf(order)).giftReceipt).toBe('none');
		expect((await mailsOf(event)).map(({ template }) => template)).toEqual([
			'orders/gift-receipt',
			'orders/gift-receipt',
		]);
		await expectInvariants(services);
	});

	test('of tickets beside it leaves the receipt of the gift', async () => {
		const event = await raise();
		const order = await give(event, 5_000, {}, 1);
		const { body } = await ask(order);
		await refundOrder(api, event, order, {
			token: event.owner.token,
			attendeeIds: order.attendees.map(({ id }) => id),
			isCancelling: true,
		});
		await settleAll(services);
		expect(await giftDocumentsOf(order)).toMatchObject([{ id: body.id }]);
		await expectInvariants(services);
	});

	test('waits for a receipt that is being issued', async () => {
		const event = await raise();
		const order = await give(event, 5_000);
		const scope = { organisationId: event.organisationId, eventId: event.id, orderId: order.id };
		let isRefunded = false;
		let refund: Promise<unknown> | undefined;
		await database().transaction(async (tx) => {
			await holdPayments(tx, scope);
			refund = refundOrder(api, event, order, { token: event.owner.token }).then(() => {
				isRefunded = true;
			});
			await untilBlocked(database());
			expect(isRefunded).toBe(false);
		});
		await refund;
		await settleAll(services);
		await expectInvariants(services);
	});
});

describe('a dispute', () => {
	async function dispute(event: PricedEvent, order: { id: string }) {
		const path = `/api/organisations/${event.organisationId}`;
		const { token } = event.owner;
		const { rows } = await database().pool.query<{ provider_id: string; provider_account: string }>(
			`SELECT p.provider_id, a.provider_account FROM payments p
			JOIN payment_accounts a ON a.organisation_id = p.organisation_id AND a.id = p.account_id WHERE p.subject_id = $1`,
			[order.id],
		);
		await services.testGateway?.openDispute(
			rows[0]?.provider_account as string,
			rows[0]?.provider_id as string,
		);
		await settleAll(services);
		const { body } = await api.get(`${path}/disputes?open=true`, { token });
		return (act: string, answer?: object) =>
			api.post(`${path}/disputes/${body.data[0].id}/${act}`, answer, {
				token,
				headers: { 'Idempotency-Key': randomUUID() },
			});
	}

	test('that is open leaves the receipt, and lets no other be issued; lost, it cancels the receipt', async () => {
		const event = await raise();
		const order = await give(event, 5_000);
		await ask(order);
		const act = await dispute(event, order);
		expect(await giftDocumentsOf(order)).toHaveLength(1);
		expect(ruleOf(await ask(order, { ...ada, address: 'Road 3' }))).toBe('nothing-to-receipt');
		expect((await act('accept')).body).toMatchObject({ state: 'lost' });
		expect((await giftDocumentsOf(order)).map(({ label, grossMinor }) => [label, grossMinor])).toEqual([
			['TEST-DON-000001', 5_000],
			['TEST-DONC-000001', -5_000],
		]);
		expect(await mailsOf(event)).toHaveLength(1);
		expect((await documentsOf(order)).giftReceipt).toBe('none');
		await expectInvariants(services);
	});

	test('lets no receipt be issued while it is open, and lets one once it is won', async () => {
		const event = await raise();
		const order = await give(event, 5_000);
		const act = await dispute(event, order);
		expect((await documentsOf(order)).giftReceipt).toBe('none');
		expect(ruleOf(await ask(order))).toBe('nothing-to-receipt');
		await act('evidence', { product: 'A donation', explanation: 'winning_evidence' });
		const gateway = services.testGateway;
		await gateway?.moveClock(new Date(((await gateway.now()) as Date).getTime() + 120_000));
		await settleAll(services);
		expect((await ask(order)).status).toBe(201);
		await expectInvariants(services);
	});
});

describe('the checks', () => {
	test('find a second valid receipt and one of a wrong amount', async () => {
		const event = await raise();
		const order = await give(event, 5_000);
		await ask(order);
		const { rows } = await database().pool.query<{ id: string }>(
			`INSERT INTO documents SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'number', 2, 'label', 'X',
				'gross_minor', 1, 'net_minor', 1))).* FROM documents d WHERE kind = 'gift_receipt' AND subject_id = $1 RETURNING id`,
			[order.id],
		);
		const failed = await expectInvariants(services).then(
			() => '',
			(error: Error) => error.message,
		);
		expect(failed).toContain('documents.cancellations-fit');
		expect(failed).toContain('orders.gift-receipts-match-lines');
		await database().transaction(async (tx) => {
			await tx.execute(`SET LOCAL foyer.removes_organisation = 'on'`);
			await tx.execute(`DELETE FROM documents WHERE id = '${rows[0]?.id}'`);
		});
		await expectInvariants(services);
	});
});

test('in January donors get one list of their year, less what was refunded', async () => {
	const event = await raise();
	const [kept, refunded] = [await give(event, 5_000, { cover: true }), await give(event, 700)];
	await refundOrder(api, event, refunded, { token: event.owner.token });
	await settleAll(services);
	await ask(kept);
	await database().pool.query(
		`UPDATE donations SET created_at = created_at - interval '1 year' WHERE organisation_id = $1`,
		[event.organisationId],
	);
	const job = scheduledJobs.find(({ name }) => name === 'notifications.summarise-donations');
	await job?.run(services);
	await job?.run(services);
	const mails = (await mailsOf(event)).filter(({ template }) => template === 'orders/gift-summary');
	expect(mails).toHaveLength(1);
});
