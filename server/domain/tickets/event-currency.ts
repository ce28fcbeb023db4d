import { and, gt, ne, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { hasAmounts } from '../codes/code-rows.ts';
import { setEventCurrency } from '../events/commands/set-currency.ts';
import { lockOffer, ofEvent, poolOfEvent } from './type-rows.ts';
import type { TicketTypeValues } from './type-rules.ts';

/**
 * The currency of a ticket type that is made or changed. A free one takes the event's, whatever was requested; the first one with a
 * price sets the event's. The event must be held.
 * @param ticketTypeId the type itself, when it is there already
 * @throws VALIDATION_FAILED when other prices of the event are in another currency
 */
export async function settleCurrency(
	tx: Tx,
	scope: EventScope,
	eventCurrency: string,
	values: Pick<TicketTypeValues, 'kind' | 'currency'>,
	ticketTypeId?: string,
): Promise<string> {
	if (values.kind === 'free' || values.currency === eventCurrency) return eventCurrency;
	const [other] = await tx
		.select({ id: ticketTypes.id })
		.from(ticketTypes)
		.where(
			and(
				ofEvent(scope),
				ne(ticketTypes.kind, 'free'),
				ticketTypeId ? ne(ticketTypes.id, ticketTypeId) : undefined,
			),
		)
		.limit(1);
	if (other) throw fieldError('currency', message`The other prices of this event are in ${eventCurrency}.`);
	await refuseCodes(tx, scope);
	await setEventCurrency(tx, scope, values.currency);
	await writeCurrency(tx, scope, values.currency);
	return values.currency;
}

/** Refuses to read the numbers of prices in another currency: 25.00 EUR would be 2,500 JPY. The offer must be held. */
export async function refusePriced(tx: Tx, scope: EventScope, currency: string): Promise<void> {
	const [priced] = await tx
		.select({ currency: ticketTypes.currency })
		.from(ticketTypes)
		.where(and(ofEvent(scope), gt(ticketTypes.priceMinor, 0), ne(ticketTypes.currency, currency)))
		.limit(1);
	if (priced) throw currencyLocked(priced.currency);
}

/** Refuses another currency while codes have amounts, which would be read in it. The event must be held. */
export async function refuseCodes(tx: Tx, scope: EventScope): Promise<void> {
	if (await hasAmounts(tx, scope))
		throw fieldError(
			'currency',
			message`Some codes of this event have amounts. Delete them or make them percentages, then change the currency.`,
		);
}

export const currencyLocked = (currency: string) =>
	fieldError(
		'currency',
		message`Some tickets have a price in ${currency}. Make them free, change the currency, then set the new prices.`,
	);

/** Writes the event's currency into its ticket types. */
export async function writeCurrency(tx: Tx, scope: EventScope, currency: string): Promise<void> {
	await lockOffer(tx, scope);
	await tx
		.update(ticketTypes)
		.set({ currency, version: sql`${ticketTypes.version} + 1` })
		.where(ofEvent(scope));
	await tx
		.update(capacityPools)
		.set({ generation: sql`${capacityPools.generation} + 1` })
		.where(poolOfEvent(scope));
}
