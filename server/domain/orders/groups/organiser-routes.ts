import { createEachGroup, endGroup, updateGroup } from '#server/domain/groups/each.ts';
import { getListedGroup, listGroups } from '#server/domain/groups/queries.ts';
import { handle, type Route, rightsOf } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/groups.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { memberCan } from '#shared/rules/permissions.ts';

/** Groups as the organiser makes, lists, changes and ends them. */
export const organiserGroupRoutes: Route[] = [
	handle(contract.createGroup, async ({ scope, body, caller }, services) => {
		if (body.pays === 'leader') throw fieldError('pays', message`This isn’t possible yet.`);
		const groupId = await createEachGroup(services, scope, body, caller.userId);
		return getListedGroup(services, { ...scope, groupId });
	}),
	handle(contract.listGroups, ({ scope, query }, services) =>
		listGroups(services, scope, query, memberCan(rightsOf(scope), 'orders.manage')),
	),
	handle(contract.updateGroup, async ({ scope, params, body }, services) => {
		const group = { ...scope, groupId: params.group };
		await updateGroup(services, group, body);
		return getListedGroup(services, group);
	}),
	handle(contract.endGroup, async ({ scope, params }, services) => {
		const group = { ...scope, groupId: params.group };
		await endGroup(services, group);
		return getListedGroup(services, group);
	}),
];
