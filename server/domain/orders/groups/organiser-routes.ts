import { createEachGroup, endGroup, updateGroup } from '#server/domain/groups/each.ts';
import { getListedGroup, listGroups } from '#server/domain/groups/queries.ts';
import { getGroup } from '#server/domain/groups/rows.ts';
import { handle, type Route, rightsOf } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/groups.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { shareOrderByMember, updateOrderGroup } from './organise-order.ts';

/** Groups as the organiser makes, lists, changes and ends them. */
export const organiserGroupRoutes: Route[] = [
	handle(contract.createGroup, async ({ scope, body, caller }, services) => {
		const { organisationId, eventId } = scope;
		const groupId =
			body.pays === 'leader'
				? await shareOrderByMember(
						services,
						{ organisationId, eventId, orderId: body.orderId },
						{ name: body.name, userId: caller.userId },
					)
				: await createEachGroup(services, scope, body, caller.userId);
		return getListedGroup(services, { ...scope, groupId });
	}),
	handle(contract.listGroups, ({ scope, query }, services) =>
		listGroups(services, scope, query, memberCan(rightsOf(scope), 'orders.manage')),
	),
	handle(contract.updateGroup, async ({ scope, params, body }, services) => {
		const group = { ...scope, groupId: params.group };
		const { pays } = await getGroup(services.database.db, group);
		if (pays === 'leader') await updateOrderGroup(services, group, body);
		else await updateGroup(services, group, body);
		return getListedGroup(services, group);
	}),
	handle(contract.endGroup, async ({ scope, params }, services) => {
		const group = { ...scope, groupId: params.group };
		await endGroup(services, group);
		return getListedGroup(services, group);
	}),
];
