import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type GiftCardState, giftCardKey } from '#shared/rules/gift-cards.ts';
import { hashOfCode } from './codes.ts';

/** @returns that no card of an organisation has such a code */
export const unknownCard = () =>
	ruleViolation(
		'gift-card-unknown',
		message`There is no gift card with this code. Check the code and try again.`,
	);

interface FoundCard {
	name: string;
	slug: string;
	last4: string;
	currency: string;
	balanceMinor: string;
	expiresOn: string | null;
	state: GiftCardState;
	isTest: boolean;
}

/**
 * The balance of a gift card of any organisation, by its code.
 * @throws `gift-card-unknown`
 */
export async function checkBalance(services: Services, typed: string) {
	const key = giftCardKey(typed);
	if (key === null) throw unknownCard();
	const { rows } = await services.database.pool.query<FoundCard>({
		name: 'gift-cards.check',
		text: `SELECT o.name, o.slug, g.last4, g.currency, g.balance_minor AS "balanceMinor", g.expires_on::text AS "expiresOn", g.state,
				g.is_test AS "isTest"
			FROM gift_cards g JOIN organisations o ON o.id = g.organisation_id
			WHERE g.code_hash = $1 AND g.state <> 'ordered'`,
		values: [hashOfCode(key)],
	});
	const [card] = rows;
	if (!card) throw unknownCard();
	const { name, slug, balanceMinor, ...shown } = card;
	return { organiser: { name, slug }, ...shown, balanceMinor: Number(balanceMinor) };
}
