import { sql } from 'drizzle-orm';
import { codeProblem } from '#server/domain/codes/code-problem.ts';
import { findCodeOfOrder } from '#server/domain/codes/offered-code.ts';
import { databaseNow } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { HOLD_MINUTES } from '#shared/rules/periods.ts';
import { refuseAwaiting } from '../approval/rules.ts';
import { changeOrder } from '../changes/change-batcher.ts';
import { getOrder, lockOrder, type OrderScope } from '../order-record.ts';
import { priceCart } from '../sale/price.ts';

/**
 * Holds the places of an order whose time has ended again, if there is room, at the price that it was placed at. A price of a tier or
 * a code is given again only while the tier is open and the code holds.
 * @throws AppError `hold-ended` when they are gone, `price-changed`, `registration-closed`, `order-confirmed`, `order-cancelled`
 */
export async function holdAgain(services: Services, scope: OrderScope): Promise<void> {
	await checkPrices(services, scope);
	await changeOrder(services, { kind: 'hold', scope });
}

/**
 * Keeps the places of a hold for 15 minutes more than it had, once.
 * @throws AppError `hold-extended` the second time, `hold-ended` when there is no hold any more
 */
export async function extendHold(services: Services, scope: OrderScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		const order = await lockOrder(tx, scope);
		refuseAwaiting(order.status);
		if (order.status !== 'pending')
			throw ruleViolation('hold-ended', message`This hold has already ended, so it can’t be extended.`);
		if (order.holdExtensions > 0)
			throw ruleViolation(
				'hold-extended',
				message`A hold can only be extended once. Please finish your registration.`,
			);
		await tx.execute(sql`
			UPDATE orders SET hold_extensions = 1, updated_at = now(),
				expires_at = greatest(expires_at, now()) + make_interval(mins => ${HOLD_MINUTES})
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.orderId}`);
	});
}

async function checkPrices(services: Services, scope: OrderScope): Promise<void> {
	const stock = await stockStore(services).get(scope.eventId, 0);
	if (!stock) return;
	const order = await getOrder(services, scope);
	if (order.status !== 'expired') return;
	const hasTiers = [...stock.types.values()].some(({ priceTiers }) => priceTiers.length > 0);
	if (!hasTiers && !order.discount) return;
	const nowMs = databaseNow(stock);
	const code = order.discount && (await findCodeOfOrder(services.database.db, scope));
	if (code) {
		const problem = codeProblem(code, nowMs);
		if (problem) throw problem;
	}
	const items = order.lines.flatMap(({ kind, ticketTypeId, quantity, unitMinor }, line) => {
		const type = stock.types.get(ticketTypeId ?? '');
		if (!type || kind === 'service_fee' || kind === 'surplus') return [];
		const given = order.lines.find((one) => one.kind === 'surplus' && one.ticketTypeId === type.id);
		const chosenMinor = kind === 'gift' ? unitMinor : type.priceMinor + (given?.unitMinor ?? 0);
		return [{ ticketTypeId: type.id, quantity, line, ...(type.kind === 'donation' && { chosenMinor }) }];
	});
	const given = order.lines.find(({ kind, ticketTypeId }) => kind === 'gift' && ticketTypeId === null);
	const gift = given && {
		amountMinor: given.grossMinor,
		cover: order.lines.some(({ kind }) => kind === 'cover'),
	};
	const priced = priceCart(stock, items, { nowMs, code }, gift);
	if (priced instanceof Error) throw priced;
	if (priced.totalMinor === order.totalMinor && priced.hash === (order.quoteHash ?? priced.hash)) return;
	throw ruleViolation('price-changed', message`The price has changed. Choose your tickets again.`, {
		totalMinor: priced.totalMinor,
		currency: priced.currency,
	});
}
