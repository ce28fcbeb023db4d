import { beforeAll, expect, test } from 'vitest';
import { sendDueCards } from '#server/domain/gift-cards/send.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { buyGiftCards, type CardSeller, makeCardSeller } from '#tests/factories/gift-cards.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { composeMail } from './compose-mail.ts';

const { database, services, api } = useTestApi();
let seller: CardSeller;
beforeAll(async () => {
	seller = await makeCardSeller(services, api, await makeUser(services), { validYears: 3 });
});

interface Owed {
	template: string;
	recipient: string;
	props: object;
}
const owed = async (like: string) =>
	(
		await database().pool.query<Owed>(
			`SELECT id, recipient, template, props, locale FROM mails WHERE dedupe_key LIKE $1 ORDER BY id`,
			[like],
		)
	).rows;
const written = async (mail: Owed | undefined, showsSecrets = true, isForSending = true) =>
	composeMail(services, mail as never, { showsSecrets, isForSending }) as Promise<{
		subject: string;
		html: string;
		text: string;
		obsolete?: string;
	}>;
const codeOf = async (path: string, card: { id: string } | undefined): Promise<string> =>
	(await api.get(`${path}/cards/${card?.id}/code`)).body.code;

test('the recipient gets the code, the message as text, and no code in a link; the outbox has neither', async () => {
	const message = '<b>Happy</b> birthday!\nSee https://evil.example/x';
	const { purchase, path } = await buyGiftCards(api, seller.slug, [
		{ recipientName: 'Grace', recipientEmail: 'grace@example.org', senderName: 'Ada & Co', message },
	]);
	const [card] = purchase.cards;
	const code = await codeOf(path, card);
	await sendDueCards(services);
	const [mail] = await owed(`gift-cards/card:${card?.id}:%`);
	expect(mail?.recipient).toBe('grace@example.org');
	expect(JSON.stringify(mail)).not.toContain(code);
	const { subject, html, text } = await written(mail);
	expect(subject).toBe('A gift card from Ada & Co');
	for (const part of [html, text]) {
		expect(part).toContain(code);
		expect(part).toContain('€25.00');
		expect(part).toContain(`/organisers/${seller.slug}`);
		expect(part).not.toContain('https://evil');
		expect(part).toContain('Test mode');
		expect(part).toContain(String(services.clock.now().getUTCFullYear() + 3));
	}
	expect(html).toContain('&lt;b&gt;Happy&lt;/b&gt;');
	const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url);
	expect(links.some((url) => url?.includes(code) || url?.includes(code.replaceAll('-', '')))).toBe(false);
	// Whoever may not use it does not see it.
	expect((await written(mail, false)).html).not.toContain(code);
	expect(subject).not.toContain(code);
});

test('the buyer gets what they bought, and the cards that have no address of their own', async () => {
	const { purchase, path, token } = await buyGiftCards(api, seller.slug, [
		{ recipientName: 'Grace' },
		{ amountMinor: 5_000, recipientEmail: 'grace@example.org' },
	]);
	await sendDueCards(services);
	const { rows } = await database().pool.query<{ id: string }>(
		'SELECT purchase_id AS id FROM gift_cards WHERE id = $1',
		[purchase.cards[0]?.id],
	);
	const [bought] = await owed(`gift-cards/purchase:${rows[0]?.id}`);
	const { subject, text } = await written(bought);
	expect(bought?.recipient).toBe('ada@example.org');
	expect(subject).toMatch(/^Your 2 gift cards for /);
	expect(text).toContain('€75.00');
	expect(text).toContain('without a tax invoice');
	expect(text).toContain(`/gift-card-orders/${token}`);
	expect((await written(bought, false)).text).not.toContain(token);
	const [own] = await owed(`gift-cards/card:${purchase.cards[0]?.id}:%`);
	expect(own?.recipient).toBe('ada@example.org');
	const shown = await written(own);
	expect(shown.subject).toMatch(/^Your gift card for /);
	expect(shown.text).toContain(await codeOf(path, purchase.cards[0]));
});

test('an email that has no point any more is not sent', async () => {
	const { purchase, path } = await buyGiftCards(api, seller.slug, [
		{ recipientEmail: 'wrong@example.org' },
		{},
	]);
	const [first, second] = purchase.cards;
	await sendDueCards(services);
	await api.post(`${path}/cards/${first?.id}/send`, { email: 'right@example.org' });
	const [wrong, right] = await owed(`gift-cards/card:${first?.id}:%`);
	expect((await written(wrong)).obsolete).toBe('The gift card was sent again since.');
	expect((await written(right)).subject).toMatch(/gift card/);
	await database().pool.query(
		`UPDATE gift_cards SET state = 'blocked', blocked_by = 'organiser' WHERE id = $1`,
		[second?.id],
	);
	const [blocked] = await owed(`gift-cards/card:${second?.id}:%`);
	expect((await written(blocked)).obsolete).toBe('The gift card can no longer be used.');
	await expectInvariants(services);
});
