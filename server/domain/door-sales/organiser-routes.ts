import { findUser } from '#server/domain/accounts/queries.ts';
import { handle, type Route } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as doorAllotments from '#shared/contracts/door-allotments.ts';
import * as organiserDoorSales from '#shared/contracts/organiser-door-sales.ts';
import { closeDrawer } from './drawers.ts';
import { listAllotments, listDrawers, listSales } from './organiser-lists.ts';
import { releaseAllotment, releaseAllotments } from './release-allotments.ts';
import { readSettings, writeSettings } from './settings.ts';

/** Settings, lists and figures of door sales for organisers. */
export const organiserRoutes: Route[] = [
	handle(organiserDoorSales.getDoorSaleSettings, ({ scope }, services) =>
		readSettings(services.database.db, scope),
	),
	handle(organiserDoorSales.putDoorSaleSettings, ({ scope, body }, services) =>
		writeSettings(services, scope, body),
	),
	handle(organiserDoorSales.listDoorSales, ({ scope, query }, services) => listSales(services, scope, query)),
	handle(organiserDoorSales.listCashDrawers, ({ scope, query }, services) =>
		listDrawers(services, scope, query),
	),
	handle(organiserDoorSales.closeCashDrawer, async ({ scope, params, body, caller }, services) =>
		closeDrawer(services, scope, params.drawer, {
			...body,
			...{ name: await nameOf(services, caller), userId: caller.userId },
		}),
	),
	handle(doorAllotments.listAllotments, ({ scope, query }, services) =>
		listAllotments(services, scope, query),
	),
	handle(doorAllotments.releaseAllotments, async ({ scope }, services) => {
		await releaseAllotments(services, scope);
		return undefined;
	}),
	handle(doorAllotments.releaseAllotment, async ({ scope, params }, services) => {
		await releaseAllotment(services, scope, params.allotment);
		return undefined;
	}),
];

/** Who counted, as the books name them. */
async function nameOf(services: Services, caller: { userId: string; email: string }): Promise<string> {
	const user = await findUser(services.database.db, caller.userId);
	const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
	return name === '' ? caller.email : name;
}
