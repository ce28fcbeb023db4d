import { beforeAll, expect, test } from 'vitest';
import { buyGiftCards, type CardSeller, makeCardSeller } from '#tests/factories/gift-cards.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { composeMail } from './compose-mail.ts';

const { database, services, api, owner } = useTestOwner();
let seller: CardSeller;
beforeAll(async () => {
	seller = await makeCardSeller(services, api, owner);
});

const mail = async (like: string) => {
	const { rows } = await database().pool.query(
		`SELECT id, recipient, template, props, locale FROM mails WHERE template = $1 ORDER BY id DESC LIMIT 1`,
		[like],
	);
	const composed = await composeMail(services, rows[0] as never, { showsSecrets: true, isForSending: true });
	return { recipient: rows[0]?.recipient as string, ...(composed as { subject: string; text: string }) };
};

test('the acknowledgement has all that was said, with date, time and zone, and what goes back', async () => {
	const { purchase } = await buyGiftCards(api, seller.slug);
	const sent = await api.post(`/api/organisers/${seller.slug}/withdrawals`, {
		...{ name: 'Ada Lovelace', email: 'ada@example.org', reference: purchase.number },
	});
	expect(sent.status).toBe(201);
	const { recipient, text } = await mail('withdrawals/received');
	expect(recipient).toBe('ada@example.org');
	for (const part of ['Ada Lovelace', 'ada@example.org', purchase.number, 'UTC', '€25.00', 'accepted'])
		expect(text).toContain(part);
	expect(text).toContain(purchase.cards[0]?.last4);
});

test('one that waits says so; members hear of it, and the decision has their words', async () => {
	await api.post(`/api/organisers/${seller.slug}/withdrawals`, {
		...{ name: 'Mallory', email: 'mallory@example.org', reference: 'ZZZZZZ' },
	});
	const first = await mail('withdrawals/received');
	expect(first.text).toContain('answers you by email');
	expect(first.text).not.toContain('€');
	expect((await mail('organisers/withdrawal')).text).toContain('Mallory');
	const base = `/api/organisations/${owner.organisationId}/withdrawals`;
	const { body } = await api.get(`${base}?state=received`, { token: owner.token });
	const note = 'We found no order with this number.';
	await api.post(`${base}/${body.data[0].id}/decline`, { note }, { token: owner.token });
	const decided = await mail('withdrawals/decided');
	expect(decided.recipient).toBe('mallory@example.org');
	expect(decided.text).toContain(note);
	const notices = await api.get('/api/account/notices', { token: owner.token });
	expect(notices.body.data.map(({ kind }: { kind: string }) => kind)).toContain('withdrawal-received');
});
