import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { WithdrawalOffer, WithdrawnItem } from '#shared/contracts/withdrawals.ts';
import type { WithdrawalObstacle } from '#shared/rules/withdrawals.ts';
import type { OrderScope } from '../orders/order-record.ts';

/** Possible subjects of a statement. */
export type Subject =
	| ({ kind: 'order' } & OrderScope)
	| { kind: 'gift_cards'; organisationId: string; purchaseId: string };

export const subjectIdOf = (subject: Subject): string =>
	subject.kind === 'order' ? subject.orderId : subject.purchaseId;

/** How a withdrawal is carried out. */
export interface Decision {
	note: string;
	/** Null: the buyer withdrew, and it was accepted by rule. */
	userId: string | null;
	/** Refuses an amount that is too large without a fresh sign-in. */
	requireAmount?: ((amountMinor: number, currency: string) => void) | undefined;
}

/** What a subject is, and what of it can be withdrawn from by the clock of the database. Nothing of it changes until the transaction ends, where it is held. */
export interface Found {
	name: string;
	email: string;
	/** As people type it. */
	reference: string;
	currency: string;
	/** The items that can be withdrawn from now. */
	open: WithdrawalOffer['items'];
	/** The subject of a statement about all of it. */
	meant: { ids: string[]; items: WithdrawnItem[] };
	/** Why a statement about it is not accepted at once; null: it is. */
	obstacle: WithdrawalObstacle | null;
	/** Cancels and refunds what is meant as far as it is still there. @returns what goes back, in minor units */
	carryOut: (services: Services, tx: Tx, decision: Decision) => Promise<number>;
}

/** Names with how many there are of each, in their order. */
export const countItems = (names: readonly string[]): WithdrawnItem[] =>
	[...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, quantity: all.length }));
