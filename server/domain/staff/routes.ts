import { emailNote } from '#server/http/email-note.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/staff.ts';
import { getDoorEvent } from '../events/door-event.ts';
import { deleteStaffLink, revokeStaffLink } from './commands/end-staff-link.ts';
import { createStaffLink, rotateStaffLink } from './commands/make-staff-link.ts';
import { openStaffAccess } from './commands/open-staff-access.ts';
import { shareStaffLink } from './commands/share-staff-link.ts';
import { endStaffDevice, updateStaffLink } from './commands/update-staff-link.ts';
import { findGateName } from './link-places.ts';
import { presentStaffLink } from './present.ts';
import { getStaffLink, listDevices, listStaffLinks } from './queries.ts';

const scannerUrl = (appUrl: string, token: string) => `${appUrl}/scan/${token}`;

export const staffRoutes: Route[] = [
	handle(contracts.createStaffLink, async ({ body, scope, caller }, services) => {
		const { row, token } = await createStaffLink(services, { ...scope, userId: caller.userId, input: body });
		return { ...presentStaffLink(row), token, url: scannerUrl(services.config.appUrl, token) };
	}),
	handle(contracts.listStaffLinks, async ({ scope }, services) => ({
		data: (await listStaffLinks(services, scope)).map(presentStaffLink),
		nextCursor: null,
	})),
	handle(contracts.revokeStaffLink, async ({ params, scope }, services) =>
		presentStaffLink(await revokeStaffLink(services, scope, params.staffLink)),
	),
	handle(contracts.rotateStaffLink, async ({ params, scope }, services) => {
		const { row, token } = await rotateStaffLink(services, scope, params.staffLink);
		return { ...presentStaffLink(row), token, url: scannerUrl(services.config.appUrl, token) };
	}),
	handle(contracts.deleteStaffLink, async ({ params, scope }, services) => {
		await deleteStaffLink(services, scope, params.staffLink);
		return undefined;
	}),
	handle(contracts.updateStaffLink, async ({ params, scope, body }, services) =>
		presentStaffLink(await updateStaffLink(services, scope, params.staffLink, body)),
	),
	handle(contracts.shareStaffLink, async ({ params, scope, body, context }, services) => {
		await shareStaffLink(services, scope, { staffLinkId: params.staffLink, ...body });
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
		const { token, link, needsPin } = await openStaffAccess(services, {
			...body,
			pin: body.pin,
			address: context.address,
		});
		const [event, gate] = await Promise.all([
			getDoorEvent(services, link),
			findGateName(services.database.db, link),
		]);
		return {
			token,
			needsPin,
			label: link.label,
			eventTitle: event.title,
			startsAt: link.startsAt?.toISOString() ?? null,
			endsAt: link.endsAt?.toISOString() ?? null,
			timeZone: event.timeZone,
			gate,
		};
	}),
];
