import { emailNote } from '#server/http/email-note.ts';
import { type Caller, handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import * as contracts from '#shared/contracts/staff.ts';
import { getDoorEvent } from '../events/door-event.ts';
import { deleteStaffLink, revokeStaffLink } from './commands/end-staff-link.ts';
import { createStaffLink, type LinkMaker, rotateStaffLink } from './commands/make-staff-link.ts';
import { openStaffAccess } from './commands/open-staff-access.ts';
import { shareStaffLink } from './commands/share-staff-link.ts';
import { endStaffDevice, updateStaffLink } from './commands/update-staff-link.ts';
import { findGateName } from './link-places.ts';
import { presentStaffLinks } from './present.ts';
import { getStaffLink, listDevices, listStaffLinks } from './queries.ts';

const scannerUrl = (appUrl: string, token: string) => `${appUrl}/scan/${token}`;

type Row = Parameters<typeof presentStaffLinks>[1][number];

async function presentOne(services: Services, scope: OrganisationScope, row: Row): Promise<StaffLink> {
	const [shown] = await presentStaffLinks(services.database.db, [row], rightsOf(scope));
	return shown as StaffLink;
}

async function presentNew(
	services: Services,
	scope: OrganisationScope,
	{ row, token }: { row: Row; token: string },
) {
	return {
		...(await presentOne(services, scope, row)),
		token,
		url: scannerUrl(services.config.appUrl, token),
	};
}

const makerOf = (scope: OrganisationScope, { userId }: Caller): LinkMaker => ({
	userId,
	rights: rightsOf(scope),
});

export const staffRoutes: Route[] = [
	handle(contracts.createStaffLink, async ({ body, scope, caller }, services) => {
		const { organisationId, eventId } = scope;
		const maker = makerOf(scope, caller);
		return presentNew(
			services,
			scope,
			await createStaffLink(services, { organisationId, eventId, maker, input: body }),
		);
	}),
	handle(contracts.listStaffLinks, async ({ scope }, services) => ({
		data: await presentStaffLinks(
			services.database.db,
			await listStaffLinks(services, scope),
			rightsOf(scope),
		),
		nextCursor: null,
	})),
	handle(contracts.revokeStaffLink, async ({ params, scope }, services) =>
		presentOne(services, scope, await revokeStaffLink(services, scope, params.staffLink)),
	),
	handle(contracts.rotateStaffLink, async ({ params, scope, caller }, services) =>
		presentNew(
			services,
			scope,
			await rotateStaffLink(services, scope, params.staffLink, makerOf(scope, caller)),
		),
	),
	handle(contracts.deleteStaffLink, async ({ params, scope }, services) => {
		await deleteStaffLink(services, scope, params.staffLink);
		return undefined;
	}),
	handle(contracts.updateStaffLink, async ({ params, scope, caller, body }, services) =>
		presentOne(
			services,
			scope,
			await updateStaffLink(services, scope, params.staffLink, body, makerOf(scope, caller)),
		),
	),
	handle(contracts.shareStaffLink, async ({ params, scope, body, context }, services) => {
		await shareStaffLink(services, scope, {
			staffLinkId: params.staffLink,
			rights: rightsOf(scope),
			...body,
		});
		return { message: emailNote(services, context) };
	}),
	handle(contracts.listStaffDevices, async ({ params, scope }, services) => ({
		data: await listDevices(services, await getStaffLink(services.database.db, scope, params.staffLink)),
	})),
	handle(contracts.endStaffDevice, async ({ params, scope }, services) => {
		await endStaffDevice(services, scope, params.staffLink, params.device);
		return undefined;
	}),
	handle(contracts.openStaffAccess, async ({ body, context }, services) => {
		const entered = await openStaffAccess(services, {
			...body,
			pin: body.pin,
			address: context.address,
		});
		const [event, gate] = await Promise.all([
			getDoorEvent(services, entered),
			findGateName(services.database.db, entered),
		]);
		const { token, needsPin, label, date } = entered;
		return {
			...{ token, needsPin, label, gate },
			eventTitle: event.title,
			startsAt: entered.startsAt?.toISOString() ?? null,
			endsAt: entered.endsAt?.toISOString() ?? null,
			timeZone: event.timeZone,
			date: date
				? {
						eventId: date.eventId,
						startsAt: date.startsAt.toISOString(),
						closesAt: date.closesAt.toISOString(),
					}
				: null,
		};
	}),
];
