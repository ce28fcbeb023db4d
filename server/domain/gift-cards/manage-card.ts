import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { giftCards } from '#server/db/tables/gift-cards.ts';
import type { Services } from '#server/services.ts';
import type { GiftCardDetail } from '#shared/contracts/organiser-gift-cards.ts';
import { type AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type CardScope, type GiftCardRow, lockCard } from './card-rows.ts';
import { giftCardCode, hashOfCode } from './codes.ts';
import { sendCard } from './issue.ts';
import { getIssuedCard } from './issued-card.ts';

/** Changes a card that was issued, while it is held. @returns it as members see it. @throws not-found, for one that is ordered too */
function change(
	services: Services,
	scope: CardScope,
	how: (tx: Tx, card: GiftCardRow, services: Services) => Promise<void>,
): Promise<GiftCardDetail> {
	return services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		return unit.transaction(async (tx) => {
			const card = await lockCard(tx, scope);
			if (card.state === 'ordered') throw notFound('Gift card');
			await how(tx, card, inUnit);
			return getIssuedCard(tx, scope);
		});
	});
}

async function write(
	tx: Tx,
	card: GiftCardRow,
	values: Partial<Pick<GiftCardRow, 'state' | 'blockedBy' | 'codeVersion' | 'codeHash' | 'last4'>>,
): Promise<void> {
	await tx
		.update(giftCards)
		.set({ ...values, version: sql`${giftCards.version} + 1`, updatedAt: sql`now()` })
		.where(and(eq(giftCards.organisationId, card.organisationId), eq(giftCards.id, card.id)));
}

/** Blocks a card: it cannot be used until it is unblocked. One that is blocked stays so. @throws `gift-card-not-usable` for an ended one */
export const blockCard = (services: Services, scope: CardScope): Promise<GiftCardDetail> =>
	change(services, scope, async (tx, card) => {
		if (card.state === 'blocked') return;
		if (card.state !== 'active') throw ended(card);
		await write(tx, card, { state: 'blocked', blockedBy: 'organiser' });
	});

/** Unblocks a card that a member blocked; an active one stays so. @throws `gift-card-not-usable` */
export const unblockCard = (services: Services, scope: CardScope): Promise<GiftCardDetail> =>
	change(services, scope, async (tx, card) => {
		if (card.state === 'active') return;
		if (card.blockedBy === 'dispute')
			throw ruleViolation(
				'gift-card-not-usable',
				message`The payment of this gift card is disputed. It is unblocked when you win the dispute.`,
				{ state: card.state, blockedBy: card.blockedBy },
			);
		if (card.state !== 'blocked') throw ended(card);
		await write(tx, card, { state: 'active', blockedBy: null });
	});

/**
 * Gives a card another code and sends it: the one before is void.
 * @throws `gift-card-not-usable` for one that is not active, `gift-card-no-address`
 */
export const renewCard = (services: Services, scope: CardScope): Promise<GiftCardDetail> =>
	change(services, scope, async (tx, card, inUnit) => {
		requireActive(card);
		const codeVersion = card.codeVersion + 1;
		const code = giftCardCode(services, { id: card.id, codeVersion });
		await write(tx, card, { codeVersion, codeHash: hashOfCode(code), last4: code.slice(-4) });
		await sendCard(inUnit, tx, scope);
	});

/** Sends a card once more, or to a corrected address. @throws `gift-card-not-usable` for one that is not active, `gift-card-no-address` */
export const sendAgain = (
	services: Services,
	scope: CardScope,
	email: string | undefined,
): Promise<GiftCardDetail> =>
	change(services, scope, async (tx, card, inUnit) => {
		requireActive(card);
		await sendCard(inUnit, tx, { ...scope, email });
	});

function requireActive(card: GiftCardRow): void {
	if (card.state === 'blocked')
		throw ruleViolation('gift-card-not-usable', message`This gift card is blocked. Unblock it first.`, {
			state: card.state,
		});
	if (card.state !== 'active') throw ended(card);
}

const ended = ({ state }: GiftCardRow): AppError =>
	ruleViolation(
		'gift-card-not-usable',
		state === 'lapsed'
			? message`This gift card has expired. Issue a new one instead.`
			: message`This gift card was refunded. Issue a new one instead.`,
		{ state },
	);
