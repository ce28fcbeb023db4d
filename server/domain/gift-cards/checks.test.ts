import { beforeAll, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { buyGiftCards, type CardSeller, issueCard, makeCardSeller } from '#tests/factories/gift-cards.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { giftCardChecks } from './checks.ts';

/** Each check finds what it is for: without what is spoiled here all hold. */
const { database, services, api } = useTestApi();
let seller: CardSeller;
let given: { id: string };
let purchaseId: string;
beforeAll(async () => {
	seller = await makeCardSeller(services, api, await makeUser(services));
	given = await issueCard(services, seller);
	const { purchase } = await buyGiftCards(api, seller.slug, [{}, { amountMinor: 5_000 }]);
	const { rows } = await database().pool.query('SELECT purchase_id AS id FROM gift_cards WHERE id = $1', [
		purchase.cards[0]?.id,
	]);
	purchaseId = rows[0].id;
	await expectInvariants(services);
});

const run = (text: string, values: unknown[]) => database().pool.query(text, values);
const broken = async () => {
	const names: string[] = [];
	for (const check of giftCardChecks)
		if ((await check.run(services)).length > 0) names.push(check.name.replace('gift-cards.', ''));
	return names;
};

test('a balance that grew is found, on the card and in the books', async () => {
	const by = (sign: string) =>
		run(
			`UPDATE gift_cards SET balance_minor = balance_minor ${sign} 1, issued_minor = issued_minor ${sign} 1 WHERE id = $1`,
			[given.id],
		);
	await by('+');
	expect(await broken()).toEqual(['balances-match-books', 'issued-in-the-books']);
	await by('-');
	await run('UPDATE gift_cards SET balance_minor = balance_minor - 1 WHERE id = $1', [given.id]);
	expect(await broken()).toEqual(['balances-add-up', 'balances-match-books']);
	await run('UPDATE gift_cards SET balance_minor = balance_minor + 1 WHERE id = $1', [given.id]);
	expect(await broken()).toEqual([]);
});

test('a purchase that is paid without a payment, or of which a card is missing, is found', async () => {
	await run(`UPDATE gift_card_purchases SET total_minor = total_minor + 1 WHERE id = $1`, [purchaseId]);
	expect(await broken()).toEqual(['purchases-are-paid-once']);
	await run(`UPDATE gift_card_purchases SET total_minor = total_minor - 1 WHERE id = $1`, [purchaseId]);
	await run(`UPDATE payments SET subject_kind = 'order' WHERE subject_id = $1`, [purchaseId]);
	expect(await broken()).toEqual(['purchases-are-paid-once']);
	await run(`UPDATE payments SET subject_kind = 'gift_cards' WHERE subject_id = $1`, [purchaseId]);
	await run(`UPDATE gift_card_purchases SET state = 'pending', paid_at = NULL WHERE id = $1`, [purchaseId]);
	expect(await broken()).toEqual(['purchases-are-paid-once']);
	await run(`UPDATE gift_card_purchases SET state = 'paid', paid_at = now() WHERE id = $1`, [purchaseId]);
	expect(await broken()).toEqual([]);
});

test('a use without a payment is found', async () => {
	const paymentId = newId();
	await run(
		`INSERT INTO gift_card_uses (organisation_id, payment_id, gift_card_id, event_id, order_id, amount_minor) VALUES ($1, $2, $3, $4, $5, 100)`,
		[seller.organisationId, paymentId, given.id, seller.id, newId()],
	);
	expect(await broken()).toEqual(['balances-add-up', 'uses-match-payments']);
	await run('DELETE FROM gift_card_uses WHERE payment_id = $1', [paymentId]);
	expect(await broken()).toEqual([]);
});
