import { randomUUID } from 'node:crypto';
import { getOrganisation } from '#server/domain/accounts/queries.ts';
import type { GiftCardRow } from '#server/domain/gift-cards/card-rows.ts';
import { giftCardCode } from '#server/domain/gift-cards/codes.ts';
import { activateCards, makeCards, type NewCard } from '#server/domain/gift-cards/issue.ts';
import {
	type GiftCardSettingsRow,
	readSettings,
	writeSettings,
} from '#server/domain/gift-cards/settings-rows.ts';
import { post } from '#server/domain/ledger/post.ts';
import type { Services } from '#server/services.ts';
import type { GiftCardPurchase } from '#shared/contracts/gift-cards.ts';
import { giftCardText } from '#shared/rules/gift-cards.ts';
import type { TestUser } from '#tests/factories/accounts.ts';
import { cardToken, makePricedEvent, type PricedEvent } from '#tests/factories/money.ts';
import type { TestApi } from '#tests/support/api.ts';

/** Lets an organisation sell gift cards, from 10.00 to 500.00 unless said otherwise. */
export const offerGiftCards = (
	services: Services,
	{ organisationId }: { organisationId: string },
	settings: Partial<Omit<GiftCardSettingsRow, 'organisationId' | 'version'>> = {},
): Promise<GiftCardSettingsRow> =>
	services.database.transaction((tx) => writeSettings(tx, organisationId, { isOffered: true, ...settings }));

/** An event of an organisation that takes test cards and sells gift cards. */
export interface CardSeller extends PricedEvent {
	/** Of the organisation. */
	slug: string;
}

/** A published event with tickets at 24.00, of an organisation that sells gift cards. */
export async function makeCardSeller(
	services: Services,
	api: TestApi,
	owner: TestUser,
	settings?: Parameters<typeof offerGiftCards>[2],
): Promise<CardSeller> {
	const event = await makePricedEvent(services, api, owner);
	await offerGiftCards(services, owner, settings);
	const { slug } = await getOrganisation(services.database.db, owner.organisationId);
	return { ...event, slug };
}

/** An active gift card that an organisation gave for nothing, with its code as people type it. */
export async function issueCard(
	services: Services,
	{ organisationId }: { organisationId: string },
	card: Partial<NewCard> = {},
): Promise<GiftCardRow & { code: string }> {
	return services.database.transaction(async (tx) => {
		const { currency } = await readSettings(tx, organisationId);
		const [made] = await makeCards(services, tx, [
			{
				organisationId,
				...{ purchaseId: null, position: 0, origin: 'given', currency, issuedMinor: 5_000, isTest: false },
				...{ recipientName: 'Grace Hopper', recipientEmail: '', senderName: '', message: '', locale: 'en' },
				...{ sendAt: null, madeBy: null, note: '' },
				...card,
			},
		]);
		if (!made) throw new Error('No gift card was made.');
		const { id } = made;
		const [active] = await activateCards(services, tx, { organisationId, giftCardIds: [id] });
		await post(tx, [
			{
				...{ organisationId, eventId: null, subjectId: id, sourceKind: 'gift_card', sourceId: id },
				currency: made.currency,
				transfers: [
					{
						...{ kind: 'gift_card', debit: 'goodwill', credit: 'gift_cards' },
						amountMinor: made.issuedMinor,
					},
				],
			},
		]);
		return { ...(active as GiftCardRow), code: giftCardText(giftCardCode(services, made)) };
	});
}

/** A purchase of gift cards by its link. */
export interface BoughtCards {
	token: string;
	path: string;
	/** As it is right after: paid, unless it was left unpaid. */
	purchase: GiftCardPurchase;
}

/** Pays a purchase through the test gateway. */
export const payGiftCards = async (
	api: TestApi,
	{ path }: { path: string },
	options: { number?: string; key?: string } = {},
) =>
	api.post(
		`${path}/payments`,
		{ confirmationToken: await cardToken(api, options.number) },
		{ headers: { 'Idempotency-Key': options.key ?? randomUUID() } },
	);

/** Orders gift cards of an organiser; each of 25.00 for the buyer unless said otherwise. */
export async function orderGiftCards(
	api: TestApi,
	slug: string,
	cards: ({ amountMinor?: number } & Record<string, unknown>)[] = [{}],
): Promise<BoughtCards> {
	const bought = await api.post(`/api/organisers/${slug}/gift-cards`, {
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		cards: cards.map((card) => ({ amountMinor: 2_500, ...card })),
	});
	if (bought.status !== 201) throw new Error(JSON.stringify(bought.body));
	const { purchaseToken: token, purchase } = bought.body;
	return { token, purchase, path: `/api/gift-card-purchases/${token}` };
}

/** Buys gift cards of an organiser, paid through the test gateway. */
export async function buyGiftCards(
	api: TestApi,
	slug: string,
	cards?: ({ amountMinor?: number } & Record<string, unknown>)[],
): Promise<BoughtCards> {
	const ordered = await orderGiftCards(api, slug, cards);
	const paid = await payGiftCards(api, ordered);
	if (paid.status !== 201) throw new Error(JSON.stringify(paid.body));
	return { ...ordered, purchase: paid.body };
}
