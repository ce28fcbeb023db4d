import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/settings.ts';
import { setLogo } from '../accounts/commands/organisation-logo.ts';
import { refuseStale } from '../accounts/sessions.ts';
import { updateOrganisationSettings } from './commands/update-organisation-settings.ts';
import { eraseAccount, findErasureBlockers } from './personal-data/erase-account.ts';
import { listExports, openExport, presentExport, requestExport } from './personal-data/exports.ts';
import { getOrganisationSettings } from './queries.ts';

export const settingsRoutes: Route[] = [
	handle(contract.getOrganisationSettings, ({ scope }, services) =>
		getOrganisationSettings(services.database.db, scope.organisationId),
	),
	handle(contract.updateOrganisationSettings, ({ scope, body, context }, services) =>
		updateOrganisationSettings(services, {
			organisationId: scope.organisationId,
			ifMatch: context.ifMatch,
			changes: body,
		}),
	),
	handle(contract.uploadLogo, async ({ scope: { organisationId }, file }, services) => {
		await setLogo(services, { organisationId, bytes: file.bytes });
		return getOrganisationSettings(services.database.db, organisationId);
	}),
	handle(contract.removeLogo, async ({ scope: { organisationId } }, services) => {
		await setLogo(services, { organisationId, bytes: null });
		return getOrganisationSettings(services.database.db, organisationId);
	}),
	handle(contract.listDataExports, async ({ caller }, services) => {
		const now = services.clock.now();
		return { data: (await listExports(services, caller.userId)).map((row) => presentExport(row, now)) };
	}),
	handle(contract.requestDataExport, async ({ caller }, services) => {
		refuseStale(caller, services.clock.now());
		return presentExport(await requestExport(services, caller.userId), services.clock.now());
	}),
	handle(contract.downloadDataExport, async ({ caller, params }, services) => {
		const file = await openExport(services, { userId: caller.userId, exportId: params.export });
		return new Response(file.stream(), {
			headers: {
				'Content-Type': 'application/zip',
				'Content-Length': String(file.size),
				'Content-Disposition': 'attachment; filename="my-data.zip"',
			},
		});
	}),
	handle(contract.getDeletion, async ({ caller, context }, services) => {
		const blocker = await findErasureBlockers(services, caller.userId);
		const sentence = blocker?.messages.userMessage;
		return { blockers: blocker ? [sentence ? context.translate(sentence) : blocker.userMessage] : [] };
	}),
	handle(contract.deleteAccount, async ({ caller, body }, services) => {
		refuseStale(caller, services.clock.now());
		await eraseAccount(services, { userId: caller.userId, typedEmail: body.email });
		return undefined;
	}),
];
