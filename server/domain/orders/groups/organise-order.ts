import { getWholeEvent } from '#server/domain/events/queries.ts';
import { announceLeader, findGroupOfOrder, setLeader } from '#server/domain/groups/bookings.ts';
import { lockGroup } from '#server/domain/groups/rows.ts';
import type { GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateGroup } from '#shared/contracts/groups.ts';
import { AppError, fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { lockOrder, type OrderScope } from '../order-record.ts';
import { lockOrderOf, renameGroupInside, shareOrderInside } from './share-order.ts';

/**
 * Makes a group of an order, for a member. @returns its id
 * @throws RESOURCE_ALREADY_EXISTS where it is one, and what `shareOrder` throws
 */
export async function shareOrderByMember(
	services: Services,
	order: OrderScope,
	{ name, userId }: { name: string; userId: string | null },
): Promise<string> {
	const event = await getWholeEvent(services, order);
	return services.database.transaction(async (tx) => {
		await lockOrder(tx, order);
		if (await findGroupOfOrder(tx, order))
			throw new AppError('RESOURCE_ALREADY_EXISTS', {
				userMessage: message`This order is a group already. Open it in the list of groups.`,
				details: [
					{
						field: 'orderId',
						message: message`This order is a group already. Open it in the list of groups.`,
						code: 'RESOURCE_ALREADY_EXISTS',
					},
				],
			});
		const how = { name, keepIds: [], createdBy: userId, event };
		return (await shareOrderInside(services, tx, order, how)).id;
	});
}

/** Changes the name or the leader of a group of an order. @throws VALIDATION_FAILED for what only its order can change */
export async function updateOrderGroup(
	services: Services,
	scope: GroupScope,
	{ name, places, deadlineAt, ...leader }: BodyOf<typeof updateGroup>,
): Promise<void> {
	if (places !== undefined)
		throw fieldError(
			'places',
			message`The spots of this group are those of its order. Change the order instead.`,
		);
	if (deadlineAt !== undefined)
		throw fieldError('deadlineAt', message`This group has no deadline: its spots are paid for.`);
	await services.database.transaction(async (tx) => {
		if (name === undefined) await lockOrderOf(tx, scope);
		else await renameGroupInside(services, tx, scope, name);
		await announceLeader(services, tx, await lockGroup(tx, scope), leader.leaderEmail);
		await setLeader(tx, scope, leader);
	});
}
