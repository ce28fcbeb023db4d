import type { DoorCaller } from '#server/domain/check-in/door-caller.ts';
import { readBalance } from '#server/domain/ledger/post.ts';
import { releaseHold } from '#server/domain/orders/commands/cancel-order.ts';
import { getMissing } from '#server/domain/orders/commands/mark-order-paid.ts';
import { holdMoney } from '#server/domain/orders/documents/with-order.ts';
import { lockOrder } from '#server/domain/orders/order-record.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import type { DoorSale } from '#shared/contracts/door-sales.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getSaleRow } from './sale-rows.ts';
import { presentSale } from './sale-view.ts';
import { sellerOf } from './seller.ts';

/**
 * Cancels a sale whose money has not come: its places are available again. A payment of an older order leaves that order as it is. Repeated, nothing
 * changes.
 * @throws `sale-paid`, `payment-in-progress` while its card is charged; not-found
 */
export async function cancelSale(services: Services, door: DoorCaller, saleId: string): Promise<DoorSale> {
	const seller = sellerOf(door, { id: '', name: '' });
	const row = await getSaleRow(services.database.db, seller, saleId);
	const { organisationId, eventId, orderId } = row;
	const scope = { organisationId, eventId, orderId };
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		await unit.transaction(async (tx) => {
			await holdMoney(tx, scope);
			const { status, totalMinor } = await lockOrder(tx, scope);
			if (status === 'confirmed')
				throw ruleViolation('sale-paid', message`This sale is already paid. Refund its order instead.`);
			if (row.kind === 'payment' || status !== 'pending') return;
			const { balanceMinor } = await readBalance(tx, { organisationId, subjectId: orderId });
			await getMissing(tx, scope, totalMinor + balanceMinor);
			await releaseHold(inUnit, scope);
		});
	});
	stockStore(services).forget(eventId);
	const sale = await presentSale(services, row, door);
	return row.kind === 'payment' ? { ...sale, state: 'ended', transferCode: null, expiresAt: null } : sale;
}
